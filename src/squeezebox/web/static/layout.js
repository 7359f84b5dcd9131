// How large the cards are: as large as the space allows, so that the whole row is seen.
// Imports nothing. The figures are those of style.css, in pixels.

const GAP = 5;
const CAPTION = 17; // the line with a pile's number and size, and the gap between lines
const SMALLEST = 36;
const LARGEST = 104;
const HEIGHT = 1.3; // of a card, for a width of 1

/** Columns and card width for `count` piles in the room that `box` leaves for `row`. */
export function columnsFor(count, box, row) {
  const style = getComputedStyle(row);
  const wide = row.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const top = row.getBoundingClientRect().top + scrollY;
  const footer = document.querySelector("footer").offsetHeight;
  const high = Math.max(innerHeight - top - footer - 12, 160);
  let best = { columns: Math.max(1, Math.floor((wide + GAP) / (SMALLEST + GAP))), width: SMALLEST };
  for (let columns = 1; columns <= 52; columns += 1) {
    const width = Math.min(Math.floor((wide + GAP) / columns - GAP), LARGEST);
    if (width < SMALLEST) break;
    const lines = Math.ceil(Math.max(count, 1) / columns);
    if (lines * (width * HEIGHT + CAPTION + GAP) <= high) {
      // With the largest cards a line may as well be full.
      if (width === LARGEST) best = { columns: Math.floor((wide + GAP) / (LARGEST + GAP)), width };
      else best = { columns, width };
      break;
    }
  }
  return best;
}

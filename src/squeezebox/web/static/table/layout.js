// How large the cards are: as large as the space allows, so that the whole row is seen.
// Imports nothing. The figures are those of style/table.css, in pixels.

const GAP = 5;
const CAPTION = 17; // the line with a pile's number and size, and the gap between lines
const SMALLEST = 31;
const LARGEST = 132;
const HEIGHT = 1.3; // of a card, for a width of 1

/** Columns and card width for `count` piles in the room left for `row`, and whether all fit. */
export function columnsFor(count, row) {
  const style = getComputedStyle(row);
  const wide = row.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const top = row.getBoundingClientRect().top + scrollY;
  const high = innerHeight - top - document.querySelector("footer").offsetHeight - 12;
  const most = (width) => Math.max(1, Math.floor((wide + GAP) / (width + GAP)));
  for (let columns = most(LARGEST); columns <= most(SMALLEST); columns += 1) {
    const width = Math.min(Math.floor((wide + GAP) / columns - GAP), LARGEST);
    const lines = Math.ceil(Math.max(count, 1) / columns);
    if (lines * (width * HEIGHT + CAPTION + GAP) <= high) return { columns, width, fits: true };
  }
  return { columns: most(SMALLEST), width: SMALLEST, fits: false };
}

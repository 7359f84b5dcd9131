// How large the cards are: as large as the space allows, so that the whole row is seen.
// Imports nothing. The figures are those of style/table.css, in pixels.

export const GAP = 5;
const SMALLEST = 31; // a card's width
const LARGEST = 210; // or a fifth of the room, where that is more
const FLATTEST = 1.16; // a card's height for a width of 1
const TALLEST = 1.4;
const WORTH = 1.06; // growth that is worth a new wrapping of the row
const LINE = 1.08; // growth that is worth another line in it

/**
 * Columns, card width and height for `count` piles in a room of `wide` by `high`, and whether
 * all are seen. `before`: the answer that was given last; while it serves, it stands, so that
 * the row isn't wrapped anew at every action.
 */
export function fitted(count, wide, high, before = null) {
  const piles = Math.max(count, 1);
  const lines = (columns) => Math.ceil(piles / columns);
  const heightOf = (columns) => Math.floor((high + GAP) / lines(columns) - GAP);
  const largest = Math.max(LARGEST, Math.floor(Math.min(wide, high) / 5));
  const widthOf = (columns) => Math.min(Math.floor((wide + GAP) / columns - GAP), largest);
  const fit = (columns) => {
    const width = Math.min(widthOf(columns), Math.floor(heightOf(columns) / FLATTEST));
    return { columns, width, height: Math.min(heightOf(columns), Math.floor(width * TALLEST)), fits: width >= SMALLEST };
  };
  const most = Math.max(1, Math.floor((wide + GAP) / (SMALLEST + GAP)));
  let best = null;
  for (let rows = lines(most); rows <= piles; rows += 1) {
    const next = fit(Math.ceil(piles / rows)); // evenly spread over the lines
    if (!best || next.width > best.width * LINE) best = next;
  }
  if (!best.fits) {
    return { columns: most, width: SMALLEST, height: Math.floor(SMALLEST * FLATTEST), fits: false };
  }
  if (before?.fits && before.wide === wide && before.high === high && before.columns <= count) {
    const same = fit(before.columns);
    const width = Math.min(before.width, same.width);
    // A row lies rather than stands: what would have more lines than it needs is wrapped anew.
    if (same.fits && best.width < width * WORTH && lines(before.columns) <= lines(best.columns)) {
      best = { ...same, width, height: Math.min(heightOf(before.columns), before.height) };
    }
  }
  return { ...best, wide, high };
}

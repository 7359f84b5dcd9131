// Time played: while the page can be seen, and not longer than a minute after an input.
// Imports nothing.

const IDLE = 60_000; // milliseconds after an input in which a player is taken to be there

let since = performance.now();
let seen = !document.hidden;
let played = 0;

function mark() {
  const at = performance.now();
  if (seen) played += Math.min(at - since, IDLE);
  since = at;
  seen = !document.hidden;
}

for (const input of ["pointerdown", "keydown"]) addEventListener(input, mark, true);
document.addEventListener("visibilitychange", mark);

/** Whole seconds played since this was asked last. */
export function taken() {
  mark();
  const whole = Math.floor(played / 1000);
  played -= whole * 1000;
  return whole;
}

/** Another game begins: nothing was played of it yet. */
export function restart() {
  mark();
  played = 0;
}

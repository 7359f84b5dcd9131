// The browser's history: every game is an entry of it, and the entry holds the whole game,
// its actions in the address, what was undone and noted beside it. Imports `game`.
// An id belongs to one entry; nothing is written where another game's entry stands.

import { addressOf } from "./game.js";

const AGAIN = 300; // milliseconds
const LONGEST = 1000; // that going back may take

const KEPT = ["id", "redo", "notes", "lines", "marks", "came", "daily"];

/** What an entry holds beside the address. */
export const entryOf = (one) => Object.fromEntries(KEPT.map((name) => [name, one[name]]));

const stateOf = (one, before) => ({ ...entryOf(one), before });

let later = 0;

/** A new entry for a game; `before` says that the game left for it lies one step back. */
export function push(one, before) {
  history.pushState(stateOf(one, before), "", addressOf(one));
}

/** The entry at hand becomes this game's. */
export function take(one) {
  history.replaceState(stateOf(one, history.state?.before), "", addressOf(one));
}

/**
 * Bring the game's entry up to date, at once. Browsers ignore or refuse too many changes in
 * a time, so it is done once more when things have calmed down.
 */
export function put(one) {
  const write = () => {
    if (history.state?.id !== one.id) return;
    try {
      take(one);
    } catch {
      // too many in a time: the later one counts
    }
  };
  clearTimeout(later);
  write();
  later = setTimeout(write, AGAIN);
}

/** Whether the entry at hand came from a game that lies one step back. */
export const hasBefore = () => Boolean(history.state?.before);

/**
 * Go to the game one step back; a promise of the entry that is reached: {address, state}, or
 * of null where there is none: browsers forget the oldest of very many.
 */
export function goBack() {
  return new Promise((reached) => {
    awaited = reached;
    history.back();
    setTimeout(() => {
      if (awaited !== reached) return;
      awaited = null;
      history.replaceState({ ...history.state, before: false }, "");
      reached(null);
    }, LONGEST);
  });
}

let awaited = null;

/** Call `arrive` with {address, state} whenever the player goes back or forward. */
export function onArrival(arrive) {
  addEventListener("popstate", (event) => {
    clearTimeout(later);
    const entry = { address: location.href, state: event.state ?? {} };
    if (awaited) awaited(entry);
    else arrive(entry);
    awaited = null;
  });
}

// The browser's history: every game is an entry of it, and the entry holds the whole game,
// its actions in the address, what was undone and noted beside it. Imports `game`.
// An id belongs to one entry; nothing is written where another game's entry stands.
// What lies over a game and has an address of its own, as a puzzle, has entries of its own, too; they
// hold the game as what is `under` them.

import { addressOf } from "./game.js";

const AGAIN = 300; // milliseconds
const LONGEST = 1000; // that going back may take

const KEPT = ["id", "redo", "notes", "lines", "marks", "came", "daily"];

/** What an entry holds beside the address. */
export const entryOf = (one) => Object.fromEntries(KEPT.map((name) => [name, one[name]]));

const stateOf = (one, before) => ({ ...entryOf(one), before });

/** How many steps back the game lies that was left for the one of this entry; 0: nowhere. */
const back = () => Number(history.state?.before ?? 0);

let later = 0;

/** A new entry for a game; `before`: so many steps back lies the game that was left for it. */
export function push(one, before) {
  history.pushState(stateOf(one, before), "", addressOf(one));
}

/** Where the game before lies from the next entry. */
const further = () => back() && back() + 1;

/** What lies over a game gets a new entry, or the one at hand if that `is` its own. */
export function cover(one, address, is) {
  const under = { ...entryOf(one), address: addressOf(one) };
  if (is) history.replaceState({ under, before: back() }, "", address);
  else history.pushState({ under, before: further() }, "", address);
}

/** What had this address doesn't lie over a game any more, which gets a new entry unless the player has gone to one. */
export function uncover(one, address) {
  if (history.state?.under && location.href === address) push(one, further());
}

/** The entry at hand, {address, state} of its game. */
export function here() {
  const { under } = history.state ?? {};
  return { address: under?.address ?? location.href, state: under ?? history.state ?? {} };
}

/** The entry at hand becomes this game's. */
export function take(one) {
  history.replaceState(stateOf(one, back()), "", addressOf(one));
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

/** Whether the entry at hand came from a game that lies further back. */
export const hasBefore = () => back() > 0;

/**
 * Go to the game before; a promise of the entry that is reached: {address, state}, or
 * of null where there is none: browsers forget the oldest of very many.
 */
export function goBack() {
  return new Promise((reached) => {
    awaited = reached;
    history.go(-back());
    setTimeout(() => {
      if (awaited !== reached) return;
      awaited = null;
      history.replaceState({ ...history.state, before: 0 }, "");
      reached(null);
    }, LONGEST);
  });
}

let awaited = null;

/** Call `arrive` with {address, state} whenever the player goes back or forward. */
export function onArrival(arrive) {
  addEventListener("popstate", () => {
    clearTimeout(later);
    if (awaited) awaited(here());
    else arrive(here());
    awaited = null;
  });
}

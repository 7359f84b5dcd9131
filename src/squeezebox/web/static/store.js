// What the browser keeps: unfinished games, the best results, settings. Imports nothing.
// Every game has a key of its own, so two open tabs don't overwrite each other's. Storage
// that is full, blocked or damaged never stops play: `troubled` says so once.

const PREFIX = "squeezebox.";
const GAME = `${PREFIX}game.`;
const MOST_GAMES = 100;

export const trouble = { told: false, tell: () => {} };

function attempt(work, otherwise) {
  try {
    return work();
  } catch {
    if (!trouble.told) {
      trouble.told = true;
      trouble.tell("The browser's storage can't be used: games and results aren't kept.");
    }
    return otherwise;
  }
}

/** A kept value; `otherwise` if there is none, or it can't be read. */
export function get(name, otherwise) {
  const text = attempt(() => localStorage.getItem(PREFIX + name), null);
  if (text === null) return otherwise;
  try {
    return JSON.parse(text) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function set(name, value) {
  attempt(() => localStorage.setItem(PREFIX + name, JSON.stringify(value)));
}

/** Unfinished games, the newest first: {id, address, title, piles, when}. */
export function games() {
  const keys = attempt(() => Object.keys(localStorage).filter((key) => key.startsWith(GAME)), []);
  return keys
    .map((key) => ({ ...get(key.slice(PREFIX.length), {}), id: key.slice(GAME.length) }))
    .filter((saved) => typeof saved.address === "string")
    .sort((one, other) => (other.when ?? 0) - (one.when ?? 0));
}

export function keep(id, saved) {
  set(`game.${id}`, { ...saved, when: Date.now() });
  for (const old of games().slice(MOST_GAMES)) forget(old.id);
}

export function forget(id) {
  attempt(() => localStorage.removeItem(GAME + id));
}

/** The fewest piles that a game of this rule set and layout ended with, or null. */
export function best(rules, layout) {
  const piles = get("best", {})[`${rules} ${layout}`];
  return Number.isInteger(piles) ? piles : null;
}

/** Keep a result if it is the best; true if it is. */
export function result(rules, layout, piles) {
  const before = best(rules, layout);
  if (before !== null && before <= piles) return false;
  set("best", { ...get("best", {}), [`${rules} ${layout}`]: piles });
  return true;
}

// What the browser keeps: unfinished games, the best results, settings. Imports nothing.
// Every game has a key of its own, and a game taken up again gets a new one, so two open
// tabs don't overwrite each other's. Storage that is full, blocked or damaged never stops play.

import { clean as cleanLines } from "./lines.js";

const PREFIX = "squeezebox.";
const GAME = `${PREFIX}game.`;

let trouble = "";
let tell = () => {};

/** Be told, once, if the browser's storage can't be used; also if that is known already. */
export function onTrouble(told) {
  tell = told;
  if (trouble) tell(trouble);
}

function attempt(work, otherwise) {
  try {
    return work();
  } catch {
    if (!trouble) {
      trouble = "The browser's storage can't be used: games and results aren't kept.";
      tell(trouble);
    }
    return otherwise;
  }
}

const texts = (values) =>
  Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => typeof value === "string"));

/** Headers that a record may have beside those that its game writes. */
const headers = (values) =>
  Object.fromEntries(
    Object.entries(texts(values)).filter(
      ([name]) => /^[^\s"[\]]+$/.test(name) && !/^(Rules|Layout|Deal|Deck|Target|Result|Piles)$/.test(name),
    ),
  );

const cleanMarks = (marks) => ({
  sweepers: /^[A2-9TJQK]$/.test(marks?.sweepers) ? marks.sweepers : "",
  shown: /^[A2-9TJQKCHSD]$/.test(marks?.shown) ? marks.shown : "",
});

/** A kept game without whatever is damaged in it; its `address` is left out if it is none. */
export function clean(saved) {
  const { id, address, redo, notes, title, piles, actions, when, lines, marks } = saved ?? {};
  const game = { redo: [], lines: cleanLines(lines), marks: cleanMarks(marks) };
  if (typeof id === "string") game.id = id;
  if (typeof address === "string" && address.startsWith("/?")) game.address = address;
  if (Array.isArray(redo) && redo.every((action) => typeof action === "string")) game.redo = redo;
  if (notes && typeof notes === "object") {
    game.notes = { headers: headers(notes.headers), comments: texts(notes.comments) };
  }
  if (typeof title === "string") game.title = title;
  for (const [name, number] of Object.entries({ piles, actions, when })) {
    if (Number.isFinite(number)) game[name] = number;
  }
  return game;
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
    .map((key) => clean({ ...get(key.slice(PREFIX.length), {}), id: key.slice(GAME.length) }))
    .filter((saved) => saved.address)
    .sort((one, other) => (other.when ?? 0) - (one.when ?? 0));
}

/** What is kept of one game now, or null. */
export const find = (id) => games().find((saved) => saved.id === id) ?? null;

export function keep(id, saved) {
  set(`game.${id}`, { ...saved, when: Date.now() });
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

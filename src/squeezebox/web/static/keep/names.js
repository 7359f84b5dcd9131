// Names of rule sets: the catalogue's, the player's own, and those that came with links.
// Imports `store` and `game`.

import { cleanName, titleOf } from "../game.js";
import { get, ruleSets, set } from "./store.js";

/** The catalogue's titles, by the texts of their rule sets. */
const titles = new Map();

/** Learn the catalogue, as the service tells it. */
export function learnCatalogue(sets) {
  for (const { text, title } of sets) titles.set(text, title);
}

const LINKED = "linked-names";
const MOST = 100;

function linked() {
  const kept = get(LINKED, []);
  const isPair = (pair) => Array.isArray(pair) && pair.length === 2 && pair.every((text) => typeof text === "string");
  return Array.isArray(kept) ? kept.filter(isPair).map(([text, name]) => [text, cleanName(name)]) : [];
}

/**
 * All names by the texts of their rule sets, the player's own names first; nothing else is in it,
 * for a file may call a rule set "constructor".
 */
export const names = () => Object.assign(
  Object.create(null),
  Object.fromEntries(linked()),
  Object.fromEntries(ruleSets().map(({ text, name }) => [text, name])),
);

/** The name for a rule set's text now, where another one was kept beside it. */
export const nameOf = (text, otherwise) => titles.get(text) ?? names()[text] ?? otherwise;

/** Give a rule set, as the service tells it, the title that it has here. */
export function entitle(rules) {
  rules.title = titleOf(rules, names());
}

/** Keep the name that a link gave a rule set, unless one of the catalogue bears it. */
export function learnName(rules, name) {
  const clean = cleanName(name);
  const taken = [...titles.values()].some((title) => title.toLowerCase() === clean.toLowerCase());
  if (rules.named || !clean || taken) return;
  const others = linked().filter(([text]) => text !== rules.text);
  set(LINKED, [...others, [rules.text, clean]].slice(-MOST));
  entitle(rules);
}

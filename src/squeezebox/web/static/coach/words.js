// Actions and verdicts as they are shown and said. Imports `dom` and the cards.

import { count, h } from "../dom.js";
import { glyphs } from "../table/cards.js";

/** A verdict's sign and words; for an action, what it does to the win. */
const VERDICTS = {
  winnable: ["●", "winnable", "✓", "keeps the win"],
  lost: ["✕", "lost", "✕", "loses"],
  unknown: ["?", "not known", "?", "not known"],
  looking: ["…", "looking", "…", "looking"],
};

/** A verdict as its sign and its words, of a position or of an action. */
export function sign(verdict, { action = false } = {}) {
  const [shape, words] = VERDICTS[verdict].slice(action ? 2 : 0);
  return h("span", { class: `verdict ${verdict}` }, h("span", { class: "shape", "aria-hidden": "true" }, shape), ` ${words}`);
}

export const wordsOf = (verdict) => VERDICTS[verdict][1];

/** The sign of an action's verdict, and its words. */
export const markOf = (verdict) => VERDICTS[verdict].slice(2);

/** The piles that an action is about, {from, to, under}; null for a deal. */
export function ends(action) {
  const [, discard, from, way, to = from] = /^(x?)(\d+)(?:([-_])(\d+))?$/.exec(action ?? "") ?? [];
  return from ? { from: Number(from), to: Number(to), under: way === "_", away: discard === "x" } : null;
}

/** What an action does in a row (lists of cards): "K♣ onto 9♣". */
export function does(action, row, rules) {
  const piles = ends(action);
  if (!piles) return { d: "deal a card", "d*": "deal all cards" }[action] ?? `deal ${count(Number(action.slice(1)), "card")}`;
  const { from, to, under } = piles;
  const [one, other] = [from, to].map((place) => glyphs(row[place - 1].at(-1)));
  if (rules.discard === "none") return `${one} ${under ? "under" : "onto"} ${other}`;
  if (from === to) return `${one} leaves`;
  return from < to ? `${one} and ${other} leave` : `${other} and ${one} leave`;
}

/** An action with what it does: "42-39, K♣ onto 9♣" */
export const told = (action, { row, rules }) =>
  (ends(action) ? `${action}, ${does(action, row, rules)}` : does(action, row, rules).replace(/^d/, "D"));

const rounded = (number, digits) => number.toFixed(digits);

/** A choice's estimate: "wins 0.4 ± 0.1 %, leaves 9.4 ± 0.2 piles" */
export const estimated = ({ win_rate: win, win_error: winError, mean_piles: piles, piles_error: pilesError }) =>
  `wins ${rounded(100 * win, 1)} ± ${rounded(100 * winError, 1)} %, leaves ${rounded(piles, 1)} ± ${rounded(pilesError, 1)} piles`;

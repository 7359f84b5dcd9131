// Actions and verdicts as they are shown and said. Imports `dom` and the cards.

import { count, h } from "../dom.js";
import { glyphs } from "./cards.js";

/** A verdict's sign and words, and what an action that leads there does to the win. */
export const VERDICTS = {
  won: ["●", "won"],
  winnable: ["●", "winnable", "✓", "keeps the win"],
  lost: ["✕", "lost", "✕", "loses"],
  unknown: ["?", "not known", "?", "not known"],
  looking: ["…", "looking"],
};

/** A verdict as its sign and its words, of a position or, from the second on, of an action. */
export function sign(verdict, from = 0) {
  const [shape, words] = VERDICTS[verdict].slice(from);
  return h("span", { class: `verdict ${verdict}` }, h("span.shape", { "aria-hidden": "true" }, shape), ` ${words}`);
}

/** A verdict of a position as it is told: one that is won isn't only winnable. */
export const standing = (verdict, { outcome }) => (outcome === "won" ? "won" : verdict);

/** The piles that an action is about, {from, to, under, away}; null for a deal. */
export function ends(action) {
  const [, away, from, way, to = from] = /^(x?)(\d+)(?:([-_])(\d+))?$/.exec(action ?? "") ?? [];
  return from ? { from: Number(from), to: Number(to), under: way === "_", away: Boolean(away) } : null;
}

/** An action and what it does to a row: "42-39, K♣ onto 9♣", "Deal 3 cards". */
export function told(action, { row, rules }) {
  const piles = ends(action);
  if (!piles) return action === "d*" ? "Deal all cards" : `Deal ${count(Number(action.slice(1) || 1), "card")}`;
  const { from, to, under } = piles;
  const [one, other] = [from, to].map((place) => glyphs(row[place - 1].at(-1)));
  if (rules.discard === "none") return `${action}, ${one} ${under ? "under" : "onto"} ${other}`;
  return from === to ? `${action}, ${one} leaves` : `${action}, ${one} and ${other} leave`;
}

// What players share: a link to a deal, and a text that tells how it went and gives nothing
// away. Pure; imports `game`, `dom` and the names of days.

import { count } from "./dom.js";
import { addressOf, dealWords, layoutWords } from "./game.js";
import { dailyOf, dayWords } from "./keep/daily.js";

const BLOCKS = "▁▂▃▄▅▆▇█";

/**
 * The numbers of piles at the start and after each action, as block characters. The highest block
 * stands for the most piles of the game; a long game is sampled evenly, its first and last number
 * always among them. (The same in Python: `squeezebox.bellows_text`.)
 */
export function bellowsText(piles, width = 24) {
  const most = Math.max(...piles);
  const [last, steps] = [piles.length - 1, width - 1];
  const sampled = last < width ? piles
    : Array.from({ length: width }, (_, step) => piles[Math.floor((2 * step * last + steps) / (2 * steps))]);
  return sampled.map((number) => BLOCKS[most ? Math.max(Math.ceil((8 * number) / most), 1) - 1 : 0]).join("");
}

/** The address of a game's deal, or of the game with its actions; `name`: of a rule set that the catalogue hasn't. */
export function linkTo(origin, game, { actions = false, name = "" } = {}) {
  const address = addressOf({ ...game, actions: actions ? game.actions : [] });
  return `${origin}${address}${name ? `&${new URLSearchParams({ name })}` : ""}`;
}

/** The address that opens a rule set. */
export const linkToRules = (origin, rules, name) => `${origin}/?${new URLSearchParams(name ? { rules, name } : { rules })}`;

/** The address of a puzzle: its number or day as text, and the step that was wished. */
export const linkToPuzzle = (origin, rules, puzzle, wish) =>
  `${origin}/?${new URLSearchParams({ puzzle, of: rules, ...(wish ? { step: wish } : {}) })}`;

/** The puzzle that an address holds, {puzzle, rules, wish}, or null. */
export function puzzleOf(address) {
  const query = new URL(address).searchParams;
  const [puzzle, rules, step] = ["puzzle", "of", "step"].map((name) => query.get(name));
  if (!rules || !/^(\d{1,10}|\d{4}-\d\d-\d\d)$/.test(puzzle)) return null;
  return { puzzle, rules, wish: /^[1-5]$/.test(step) ? Number(step) : 0 };
}

/** What to call a deal: its number, and its day if it is a daily one. */
function dealOf(deal) {
  const day = dailyOf(deal);
  return dealWords(deal) + (day ? ` (daily ${dayWords(day)})` : "");
}

function ended({ outcome, row, actions }) {
  const piles = count(row.length, "pile");
  const how = `in ${count(actions.length, "action")}`;
  return { won: `Won: ${piles} ${how}`, lost: `Lost: the target covered ${how}`, open: `${piles} so far, ${how}` }[outcome]
    ?? `${piles} ${how}`;
}

/** The text to share: the deal, how it went, the bellows, and the link if there is one. */
export function shareText(view, link = "") {
  const lines = [`Squeezebox · ${view.rules.title}, ${layoutWords(view.layout)} · ${dealOf(view.deal)}`];
  if (view.actions.length) lines.push(ended(view), bellowsText(view.bellows));
  return [...lines, link].filter(Boolean).join("\n");
}

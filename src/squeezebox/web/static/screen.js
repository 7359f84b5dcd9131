// What the page knows, and how it is shown: the row, the counts, what is said.
// Imports `dom`, `entries`, `game`, `keep` and what is on the table.

import { $, plain } from "./dom.js";
import * as entries from "./entries.js";
import { dealWords, layoutWords } from "./game.js";
import * as store from "./keep/store.js";
import { bellows } from "./table/bellows.js";
import "./table/board.js";
import { face, glyphs } from "./table/cards.js";

export const row = $("row");

/** All that the page knows: the game, its view, and where the player is. */
export const now = {
  ruleSets: [],
  game: null,
  view: null,
  selected: 0,
  cursor: 1,
  hints: store.get("hints", false) === true,
};

export function say(words) {
  $("message").textContent = plain(words);
  $("message").scrollTop = 0;
}

function showBest() {
  const { view } = now;
  const best = view && store.best(view.rules.text, view.layout);
  $("best").textContent = best === null ? "" : `Best: ${best} ${best === 1 ? "pile" : "piles"}`;
}
store.onChange(showBest);

export function show() {
  const { view } = now;
  const count = view.row.length;
  now.cursor = Math.min(Math.max(now.cursor, 1), Math.max(count, 1));
  if (now.selected > count) now.selected = 0;
  $("title").textContent = view.rules.title;
  const facts = `${layoutWords(view.layout)} · ${dealWords(view.deal)}`;
  $("facts").textContent = facts;
  document.title = `${view.rules.title}, ${facts} – Squeezebox`;
  $("target").hidden = !view.target;
  $("target").textContent = view.target ? `Target ${glyphs(view.target)}` : "";
  $("piles").textContent = count;
  $("piles-word").textContent = count === 1 ? "pile" : "piles";
  showBest();
  bellows($("bellows"), view.bellows, view.rules.goal);
  $("stock-area").hidden = view.layout !== "stock";
  $("stock").disabled = $("deal-all").disabled = $("deal-several").disabled = view.stock === 0;
  $("stock").classList.toggle("empty", view.stock === 0);
  $("stock-count").textContent = view.stock;
  $("stock").setAttribute("aria-label", view.stock ? `Stock, ${view.stock} cards face down: deal one` : "Stock, empty");
  $("heap-area").hidden = view.rules.discard === "none";
  $("heap").replaceChildren(...(view.discards.length ? [face(view.discards.at(-1))] : []));
  $("heap-count").textContent = `${view.discards.length} discarded`;
  $("hints").setAttribute("aria-pressed", String(now.hints));
  $("hints-state").textContent = now.hints ? " on" : " off";
  $("undo").disabled = !now.game.actions.length && !entries.hasBefore();
  $("redo").disabled = !now.game.redo.length;
  $("outcome").hidden = view.outcome === "open";
  $("outcome").className = view.outcome;
  $("stands").textContent = plain(view.stands);
  row.classList.toggle("waiting", count === 0 && view.stock > 0);
  $("outcome-next").hidden = $("next").disabled = view.deal === null;
  const focused = row.contains(document.activeElement);
  row.show(view, now);
  if (focused) row.pile(now.cursor)?.focus({ preventScroll: true });
}

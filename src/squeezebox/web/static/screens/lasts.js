// Which cards can be on top of the last pile: the cards of a deal, each with a sign and a word.
// Imports `dialogs`, `dom`, `game`, `service` and the cards.

import { dialog, open } from "../dialogs.js";
import { button, h } from "../dom.js";
import { recordOf } from "../game.js";
import { consult } from "../service.js";
import { face, spoken } from "../table/cards.js";

/** By verdict: a sign, a word under the card, and what is said. */
const SIGNS = {
  winnable: ["✓", "can", "can be last"],
  lost: ["✗", "can’t", "can’t be last"],
  unknown: ["?", "unknown", "not known"],
};

export const BUDGETS = [2, 5]; // seconds: at first, and for who waits longer

/** Which cards of a record can be last: {card: verdict}; null if `signal` ended the search. `waiting`: see `consult`. */
export async function lastCards(record, budget, signal, waiting) {
  const found = await consult("lasts", { record, budget }, signal, waiting);
  return found && Object.fromEntries(found.cards.map(({ card, verdict }) => [card, verdict]));
}

/** The words of a verdict. */
export const saidOf = (verdict) => SIGNS[verdict][2];

/** A verdict as it is drawn on a card. */
export const signOf = (verdict) =>
  h("span", { class: `last ${verdict}`, "aria-hidden": "true" }, `${SIGNS[verdict][0]} ${SIGNS[verdict][1]}`);

function summed(verdicts) {
  const of = (verdict) => verdicts.filter((each) => each === verdict).length;
  const open = of("unknown") ? `, of ${of("unknown")} it isn’t known` : "";
  return `${of("winnable")} of ${verdicts.length} cards can be last, ${of("lost")} can’t${open}.`;
}

/** Show which cards can be last in the deal of a game; once the stock is out, from where the game stands. */
export function showLasts(view, game) {
  const dealt = view.layout === "open";
  const told = h("p#lasts-told", { role: "status" });
  const list = h("ul#lasts-cards");
  const more = button("Look longer", () => fill(BUDGETS[1]), { id: "lasts-more", hidden: true });
  const tell = (words) => (told.textContent = words);
  let found = {};

  async function fill(budget) {
    tell("Looking…");
    more.disabled = true;
    try {
      const later = await lastCards(recordOf(game, dealt ? [] : game.actions), budget, gone, tell);
      if (!later) return;
      for (const [card, verdict] of Object.entries(later)) if (verdict !== "unknown" || !found[card]) found[card] = verdict;
      const verdicts = Object.values(found);
      tell(summed(verdicts));
      more.hidden = !verdicts.includes("unknown");
      list.replaceChildren(...Object.entries(found).map(([card, verdict]) => h("li",
        face(card), signOf(verdict), h("span.unseen", `${spoken(card)}: ${saidOf(verdict)}`))));
    } catch (error) {
      tell(error.message);
    }
    more.disabled = false;
  }

  const made = dialog("lasts-dialog", "Which card can be last?", [
    h("p.note", `${dealt ? "The deal’s cards in their order" : "The cards that show now"}: can each be on top at the end of a won game?`),
    told, list, h("p.buttons", more),
  ], { wide: true });
  const gone = open(made);
  if (view.stock) tell("While cards lie face down, this would give their order away. Deal them all first.");
  else fill(BUDGETS[0]);
}

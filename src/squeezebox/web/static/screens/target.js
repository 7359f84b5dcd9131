// Choosing the target, where the player names it. Imports `dialogs`, `dom`, the cards and `lasts`.

import { closing, dialog, open } from "../dialogs.js";
import { button, h } from "../dom.js";
import { face, spoken } from "../table/cards.js";
import { BUDGETS, lastCards, saidOf, signOf } from "./lasts.js";

/**
 * Ask for the target among cards; a promise of the card, or of null if none was chosen. Of a `record`
 * (where no card is hidden) the player may ask which of them can be last.
 */
export function chooseTarget(cards, record) {
  return new Promise((resolve) => {
    let choice = null;
    const told = h("p", { role: "status" });
    const tell = (words) => (told.textContent = words);
    const choices = cards.map((card) => button(face(card), () => choose(card), { class: "choice", "aria-label": spoken(card) }));
    const map = button("Which can be last?", async () => {
      map.disabled = true;
      tell("Looking…");
      try {
        const found = await lastCards(record, BUDGETS[1], gone, tell);
        cards.forEach((card, index) => {
          const verdict = found[card] ?? "unknown";
          choices[index].ariaLabel = `${spoken(card)}, ${saidOf(verdict)}`;
          choices[index].append(signOf(verdict));
        });
        tell("Each card says whether it can be last.");
        map.hidden = true;
      } catch (error) {
        if (made.open) tell(error.message);
      }
      map.disabled = false;
    }, { id: "target-map", hidden: !record });
    const choose = (card) => {
      choice = card;
      made.close();
    };
    const made = dialog("target-dialog", "Choose your target", [
      h("p.note", "This card must be on top of the last pile. Once it is covered the game is lost. " +
        "Cards that can't be on top at the end aren't offered."),
      h("div#choices", choices), told,
      h("p.buttons", map, closing("Cancel")),
    ]);
    const gone = open(made, { end: () => resolve(choice) });
  });
}

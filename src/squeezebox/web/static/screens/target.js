// Choosing the target, where the player names it. Imports `dialogs`, `dom` and the cards.

import { closing, dialog, open } from "../dialogs.js";
import { button, h } from "../dom.js";
import { face, spoken } from "../table/cards.js";

/** Ask for the target among cards; a promise of the card, or of null if none was chosen. */
export function chooseTarget(cards) {
  return new Promise((resolve) => {
    let choice = null;
    const choose = (card) => {
      choice = card;
      made.close();
    };
    const made = dialog("target-dialog", "Choose your target", [
      h("p", { class: "note" }, "This card must be on top of the last pile. Once it is covered the game is lost. " +
        "Cards that can't be on top at the end aren't offered."),
      h("div", { id: "choices" }, cards.map((card) =>
        button(face(card), () => choose(card), { class: "choice", "aria-label": spoken(card) }))),
      h("p", { class: "buttons" }, closing("Cancel")),
    ]);
    made.addEventListener("close", () => resolve(choice), { once: true });
    open(made);
  });
}

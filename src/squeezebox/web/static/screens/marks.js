// Sweepers, and a rank or suit to highlight. Imports `dialogs`, `dom` and the cards.

import { closing, dialog, open, tick } from "../dialogs.js";
import { button, h } from "../dom.js";
import { many, sign } from "../table/cards.js";

const RANKS = [..."A23456789TJQK"];
const SUITS = [..."CHSD"];

function choice(id, signs, chosen, choose) {
  const buttons = ["", ...signs].map((each) =>
    button(each ? sign(each) : "None", () => {
      choose(each);
      buttons.forEach((one) => one.setAttribute("aria-pressed", String(one.value === each)));
    }, {
      value: each, "aria-pressed": String(chosen === each), "aria-label": each ? many(each) : null,
      class: SUITS.includes(each) ? `suit-${each}` : null,
    }));
  return h("div.signs", { id, role: "group", "aria-labelledby": `${id}-words` }, buttons);
}

/**
 * Let the player choose `marks`: {sweepers, shown}; `changed` is told at every choice.
 * `asking`: {on, set}, whether covering a sweeper is asked about; `learn` explains sweepers.
 */
export function showMarks(marks, changed, asking, learn) {
  const choose = (name) => (value) => {
    marks[name] = value;
    changed();
  };
  open(dialog("marks-dialog", "Sweepers and highlights", [
    h("h3#sweepers-words", "Sweepers"),
    h("p.note", "Choose a rank and try never to cover its four cards: at the end they sweep up what is left."),
    choice("sweepers", RANKS, marks.sweepers, choose("sweepers")),
    tick("Ask me before a sweeper is covered", asking.on, asking.set, { id: "ask" }),
    h("h3#shown-words", "Highlight a rank or a suit"),
    choice("shown", [...RANKS, ...SUITS], marks.shown, choose("shown")),
    h("p.buttons", learn && button("How sweepers work", learn), closing("Done")),
  ]));
}

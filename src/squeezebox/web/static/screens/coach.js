// The coach's screen: what it can do, and every action with what it does to the win.
// Imports `dialogs`, `dom` and the table's words.

import { dialog, open, tick } from "../dialogs.js";
import { button, count, h, worded } from "../dom.js";
import { sign, standing, told } from "../table/words.js";

const ORDER = ["winnable", "unknown", "lost"];

/** What a verdict rests on, in a sentence. */
const basis = ({ verdict, line }, hidden) => ({
  winnable: line?.length ? `A winning line of ${count(line.length, "action")} is in hand.` : "",
  lost: "Already lost: it is proved that no way of playing wins from here.",
  unknown: hidden ? "The order of the stock isn't looked at." : "Neither a winning line nor a proof that there is none was found so far.",
}[verdict] ?? "");

const percent = (part) => (100 * part).toFixed(1);

/** What sampled orders of the stock say of an action, with its uncertainty. */
const estimated = (one) => h("small", `wins ${percent(one.win_rate)} ± ${percent(one.win_error)} %, `
  + `leaves ${one.mean_piles.toFixed(1)} ± ${one.piles_error.toFixed(1)} piles`);

/**
 * Show the screen. `coach` is what is known of the position at hand, `buttons` are {words: work},
 * `offered` tells which of them are of use now, `play` does an action, `watch` is told what to call
 * when more is known.
 */
export function showCoach({ coach, view, hidden, watch, buttons, offered, play, setLight, setMarking }) {
  const verdict = h("p#coach-verdict");
  const list = h("ul#coach-actions");
  const deed = (words, work, attributes) => button(words, () => {
    made.close();
    work();
  }, attributes);
  const bar = Object.entries(buttons).map(([words, work]) => deed(words, work));
  const made = dialog("coach-dialog", "The coach", [
    verdict,
    h("p.buttons.start", bar),
    tick("Show the light while playing", coach.on, setLight),
    tick("Mark where a selected pile may go: keeps the win, loses, not known", coach.marking, setMarking),
    h("h3", "Every action"),
    list,
  ], { wide: true });

  function fill() {
    for (const each of bar) each.hidden = !offered(each.textContent);
    verdict.replaceChildren(sign(standing(coach.verdict, view)), h("span.note", ` ${basis(coach, hidden)}`));
    const choices = coach.estimate?.choices ?? []; // the best first
    const choice = ({ action }) => choices.findIndex((each) => each.action === action);
    const held = document.activeElement?.dataset.action;
    const marks = [...coach.marks ?? []].sort((one, other) =>
      ORDER.indexOf(one.verdict) - ORDER.indexOf(other.verdict) || choice(one) - choice(other));
    list.replaceChildren(...marks.map((mark) => h("li", deed(
      [coach.verdict === "lost" ? "" : sign(mark.verdict, 2), h("span", worded(told(mark.action, view)), choices[choice(mark)] && estimated(choices[choice(mark)]))],
      () => play(mark.action),
      { dataset: { action: mark.action } },
    ))));
    if (!marks.length) list.append(h("li.note", coach.marks ? "Nothing is legal." : "Looking at every action…"));
    if (held) list.querySelector(`[data-action="${held}"]`)?.focus();
  }

  watch(fill);
  fill();
  open(made, { end: () => watch(() => {}) });
}

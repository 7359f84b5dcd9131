// The coach's screen: what it can do, and every action with what it does to the win.
// Imports `dialogs`, `dom` and `coach`.

import { dialog, open } from "../dialogs.js";
import { button, count, h } from "../dom.js";
import { estimated, sign, told } from "../coach/words.js";

const ORDER = ["winnable", "unknown", "lost"];

/** What a verdict means, in a sentence. */
function meaning({ verdict, line }, hidden) {
  if (verdict === "winnable") return line?.length ? `A winning line of ${count(line.length, "action")} is in hand.` : "It can be won from here.";
  if (verdict === "lost") return "It is proved that no way of playing wins from here.";
  if (verdict === "looking") return "Looking whether this can be won.";
  return hidden ? "The order of the stock isn't looked at." : "No winning line was found so far, and no proof that there is none.";
}

const tick = (words, on, set) => h("label", { class: "tick" },
  h("input", { type: "checkbox", checked: on, onchange: (event) => set(event.target.checked) }), ` ${words}`);

/**
 * Show the screen. `coach` is what is known of the position at hand; `deeds`: {advise, back, review,
 * solution, peek, setLight, setMarking, play}; `watch` is told what to call when more is known.
 */
export function showCoach({ coach, view, hidden, watch, deeds }) {
  const verdict = h("p", { id: "coach-verdict" });
  const list = h("div", { id: "coach-actions" });
  const deed = (words, work, id) => button(words, () => {
    made.close();
    work();
  }, { id });
  const made = dialog("coach-dialog", "The coach", [
    verdict,
    h("p", { class: "buttons start" },
      deed("Advice", deeds.advise, "coach-advice"),
      deed("Last winnable position", deeds.back, "coach-back"),
      deed("Review", deeds.review, "coach-review"),
      deed("Solution", deeds.solution, "coach-solution"),
      hidden && deed("Peek at the stock", deeds.peek, "coach-peek")),
    tick("Show the light while playing", coach.on, deeds.setLight),
    tick("Mark where a selected pile may go: keeps the win, loses, not known", coach.marking, deeds.setMarking),
    h("h3", {}, "Every action"),
    list,
  ], { wide: true });

  function fill() {
    verdict.replaceChildren(sign(coach.verdict), h("span", { class: "note" }, ` ${meaning(coach, hidden)}`));
    if (!coach.marks) return list.replaceChildren(h("p", { class: "note" }, "Looking at every action…"));
    if (!coach.marks.length) return list.replaceChildren(h("p", { class: "note" }, "Nothing is legal."));
    const choices = coach.advice?.estimate?.choices ?? []; // the best first
    const place = (action) => choices.findIndex((each) => each.action === action);
    const held = document.activeElement?.dataset.action;
    const ordered = [...coach.marks].sort((one, other) => ORDER.indexOf(one.verdict) - ORDER.indexOf(other.verdict)
      || place(one.action) - place(other.action));
    list.replaceChildren(h("ul", {}, ordered.map(({ action, verdict: does }) => h("li", {},
      button([
        sign(does, { action: true }), " ", told(action, view),
        place(action) >= 0 && h("small", {}, estimated(choices[place(action)])),
      ], () => {
        made.close();
        deeds.play(action);
      }, { dataset: { action } })))));
    if (held) list.querySelector(`[data-action="${held}"]`)?.focus();
    return undefined;
  }

  watch(fill);
  fill();
  made.addEventListener("close", () => watch(null), { once: true });
  open(made);
}

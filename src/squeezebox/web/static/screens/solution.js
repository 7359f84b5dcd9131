// A solution to step through, and to leave anywhere. Imports `dialogs`, `dom`, `service`,
// `coach/words` and the reel.

import { told } from "../coach/words.js";
import { dialog, open } from "../dialogs.js";
import { button, count, h } from "../dom.js";
import { consult } from "../service.js";
import { reel } from "./reel.js";

const PATIENCE = 5; // seconds that may be searched

/**
 * Show a winning line of a game after `actions`: `line`, or one that is looked for with `record`.
 * `others`: {words: work} where else it may begin; `playOn(actions, ply)` leaves it; `found` is told
 * what was found and answers the line to show; `peek`, if the stock is hidden, asks whether it may be looked at.
 */
export async function showSolution({ game, actions, line, record, others = {}, playOn, found, peek = null }) {
  const asked = new AbortController();
  const note = h("p", { id: "solution-note", role: "status" }, "Looking for a solution…");
  const body = h("div", { class: "reel" });
  let film = null;
  const instead = (words, work) => button(words, () => {
    made.addEventListener("close", work, { once: true }); // what comes uses the same dialog
    made.close();
  });
  const bar = h("p", { class: "buttons start" }, Object.entries(others).map(([words, work]) => instead(words, work)));
  const press = (event) => film?.press(event);
  const made = dialog("solution-dialog", "A solution", [
    note, body, bar,
  ], { wide: true });
  made.addEventListener("keydown", press);
  made.addEventListener("close", () => {
    made.removeEventListener("keydown", press);
    film?.end();
    asked.abort();
  }, { once: true });
  open(made);

  if (!line) {
    body.replaceChildren(h("progress", { "aria-label": "Looking for a solution" }));
    try {
      const answer = await consult("light", { record, line: [], budget: PATIENCE }, asked.signal, (words) => {
      note.textContent = words;
    });
      if (!answer) return;
      const shown = found(answer);
      body.replaceChildren();
      if (answer.verdict !== "winnable") {
        note.textContent = answer.verdict === "lost" ? "There is none: it is proved that no way of playing wins from here."
          : peek ? "The order of the stock isn't looked at, so no solution is known."
            : `None was found in ${PATIENCE} seconds. There may be one all the same.`;
        if (peek) bar.prepend(instead("Peek at the stock", peek));
        return;
      }
      line = shown;
    } catch (error) {
      body.replaceChildren();
      note.textContent = error.message;
      return;
    }
  }

  const whole = [...actions, ...line];
  const from = actions.length;
  note.textContent = line.length ? `It wins with ${count(line.length, "action")}.` : "The game is won already.";
  film = reel({
    game, actions: whole, at: from,
    tell: (ply, view) => [
      h("strong", {}, ply < from ? `Your action ${ply} of ${from}` : ply === from ? "Where the solution begins" : `Action ${ply - from} of ${line.length}`),
      `: ${count(view.row.length, "pile")}. `,
      ply < whole.length ? `Next: ${told(whole[ply], view)}.` : view.stands,
    ],
    lit: (ply) => whole[ply],
  });
  body.replaceChildren(...film.parts);
  bar.prepend(button("Play on from here", () => playOn(whole, film.at()), { class: "main", id: "solution-go" }));
  await film.ready.catch((error) => {
    note.textContent = error.message;
  });
}

// A solution to step through, and to leave anywhere. Imports `dialogs`, `dom`, `service`, the
// table's words and the reel.

import { dialog, open } from "../dialogs.js";
import { button, count, h, worded } from "../dom.js";
import { consult } from "../service.js";
import { told } from "../table/words.js";
import { reel } from "./reel.js";

const PATIENCE = 5; // seconds that may be searched

/**
 * Show a winning line of a game after `actions`: `line`, or one that is looked for with `record`;
 * `found` is told what was found and answers the line to show. `others`: {words: work} what else
 * may be done; `playOn(actions, ply)` leaves it; `hidden`: cards lie in the stock.
 */
export async function showSolution({ game, actions, line, record, others = {}, playOn, found, hidden }) {
  let film = null;
  const tell = (words) => {
    note.textContent = words;
  };
  const press = (event) => film?.press(event);
  const note = h("p#solution-note", { role: "status" });
  const body = h("div.reel");
  const bar = h("p.buttons.start", Object.entries(others).map(([words, work]) => button(words, () => {
    made.addEventListener("close", () => work(), { once: true }); // what comes may use the same dialog
    made.close();
  })));
  const made = dialog("solution-dialog", "A solution", [note, body, bar], { wide: true });
  const gone = open(made, { press, end: () => film?.end() });

  async function search() {
    tell("Looking for a solution…");
    body.append(h("progress", { "aria-label": "Looking for a solution" }));
    const answer = await consult("light", { record, budget: PATIENCE }, gone, tell).finally(() => body.replaceChildren());
    if (answer && answer.verdict !== "winnable") {
      tell(answer.verdict === "lost" ? "There is none: it is proved that no way of playing wins from here."
        : hidden ? "The order of the stock isn't looked at, so no solution is known."
          : `None was found in ${PATIENCE} seconds. There may be one all the same.`);
    }
    return answer?.verdict === "winnable" ? found(answer) : null;
  }

  try {
    line ??= await search();
    if (!line) return;
    const from = actions.length;
    const all = [...actions, ...line];
    tell(line.length ? `It wins with ${count(line.length, "action")}.` : "The game is won already.");
    film = reel({
      game, actions: all, at: from, playOn,
      tell: (ply, view) => [
        h("strong", ply < from ? `Your action ${ply} of ${from}` : `Action ${ply - from} of ${line.length}`),
        `: ${count(view.row.length, "pile")}. `, ...worded(ply < all.length ? `Next: ${told(all[ply], view)}.` : view.stands),
      ],
      lit: (ply) => all.slice(ply, ply + 1).map((action) => [action]),
    });
    body.append(...film.parts);
    bar.prepend(film.leave);
    await film.ready;
  } catch (error) {
    tell(error.message);
  }
}

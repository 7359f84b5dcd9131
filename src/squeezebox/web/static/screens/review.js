// A game, action by action, with what each did to the win. Imports `dialogs`, `dom`, `service`,
// the table's words, the reel and copying from the record's screen.

import { dialog, open } from "../dialogs.js";
import { button, count, details, h, worded } from "../dom.js";
import { recordOf } from "../game.js";
import { consult } from "../service.js";
import { sign, standing, told, VERDICTS } from "../table/words.js";
import { copy } from "./record.js";
import { reel } from "./reel.js";

/** The whole of a review in a sentence or two. */
function summary({ plies, lost_at: lostAt, last_winnable: last }) {
  const only = plies.filter((each) => each.only).map(({ ply, action }) => `${ply}, ${action}`);
  const words = lostAt !== null ? `Action ${lostAt}, ${plies[lostAt].action}, lost the win: ${plies[lostAt].best} was better.`
    : last === null ? "No position is known to be winnable."
      : last === plies.length - 1 ? "The win was never lost."
        : `The last position known to be winnable is that after action ${last}.`;
  if (!only.length) return words;
  return words + (only.length > 1 ? ` These were the only ones that kept the win: ${only.join("; ")}.`
    : ` Action ${only[0]}, was the only one that kept the win.`);
}

/**
 * Show the review of a game's whole line, first where the game stands. `playOn(actions, ply)` goes
 * there, `solution(actions, line)` shows a line from there. With a `secret` nothing is asked.
 */
export async function showReview({ game, actions, at, secret, playOn, solution, learnt }) {
  let found = null;
  let last = null; // the view of its end
  const note = h("p#review-summary", { role: "status" }, secret ? "The order of the stock isn't looked at, so this is a replay only." : "Looking at every action…");
  const bar = h("progress", { "aria-label": "Looking at every action", hidden: secret });
  const falls = button("The losing action", () => film.go(found.lost_at - 1), { id: "review-lost", hidden: true });
  const better = button("Show the better line", () => {
    const { line } = found.plies[film.at() + 1];
    made.close();
    solution(actions.slice(0, film.at()), line);
  }, { id: "review-better", hidden: true });
  const text = h("textarea", { rows: 8, readonly: true, "aria-label": "Annotated record" });
  const copying = button("Copy", () => copy(text, copying), { id: "review-copy" });
  const exported = details("Annotated record", text, h("p.buttons", copying));
  exported.hidden = true;
  const next = (ply) => found?.plies[ply + 1];

  function tell(ply, view) {
    const { only, best } = next(ply) ?? {};
    better.hidden = !best;
    return [
      h("strong", ply ? `After action ${ply} of ${actions.length}` : "The start", `: ${count(view.row.length, "pile")} `),
      found ? sign(standing(found.plies[ply].verdict, view)) : "", h("br"),
      ...worded(ply === actions.length ? view.stands : `${best ? "✕ Played" : "Next"}: ${told(actions[ply], view)}.`),
      only ? " It was the only action that kept the win." : "",
      found?.lost_at === ply + 1 ? " It lost the win." : "",
      best ? [h("br"), ...worded(`✓ Better: ${told(best, view)}.`)] : "",
    ].flat();
  }

  const film = reel({
    game, actions, at, tell, playOn,
    lit: (ply) => (next(ply)?.best ? [[next(ply).best, "winnable"], [actions[ply], "lost"]]
      : actions.slice(ply, ply + 1).map((action) => [action])),
    verdict: (ply) => found && VERDICTS[standing(found.plies[ply].verdict, ply === actions.length ? last : {})][1],
  });
  const made = dialog("review-dialog", "Review", [
    note, bar, film.parts,
    h("p.buttons.start", falls, better, film.leave),
    h("p.note.legend", ["winnable", "lost", "unknown"].map((each) => sign(each)),
      h("span", "┃ the only action that kept the win")),
    exported,
  ], { wide: true });
  const gone = open(made, { press: film.press, end: film.end });
  try {
    last = await film.ready;
    if (secret) return;
    found = await consult("review", { record: recordOf(game, actions), budget: 5 }, gone, (words) => {
      note.textContent = words;
    });
    if (!found) return;
    learnt(found.plies);
    note.replaceChildren(...worded(summary(found)));
    falls.hidden = found.lost_at === null;
    text.value = found.record;
    exported.hidden = false;
    film.light(found.plies, found.lost_at);
    if (!falls.hidden && film.at() === at) falls.click(); // what matters comes first
  } catch (error) {
    note.textContent = error.message;
  }
  bar.hidden = true;
}

// A game, action by action, with what each did to the win. Imports `dialogs`, `dom`, `service`,
// `coach/words`, the reel and the record's screen.

import { sign, told, wordsOf } from "../coach/words.js";
import { dialog, open } from "../dialogs.js";
import { button, count, h } from "../dom.js";
import { recordOf } from "../game.js";
import { consult } from "../service.js";
import { copy, download } from "./record.js";
import { reel } from "./reel.js";

const many = (number) => (number === 1 ? "One action was the only one that kept the win." : `${number} actions were the only ones that kept the win.`);

/** The whole of a review in a sentence or two. */
function summary({ plies, lost_at: lostAt, last_winnable: last }, won) {
  const only = plies.filter((each) => each.only).length;
  const first = won ? "The win was kept to the end."
    : lostAt !== null ? `Action ${lostAt}, ${plies[lostAt].action}, lost the win.`
      : last === plies.length - 1 ? "The win is still there."
        : last === null ? (plies[0].verdict === "lost" ? "It was lost from the start." : "No position is known to be winnable.")
          : `The last position known to be winnable is that after action ${last}.`;
  return only ? `${first} ${many(only)}` : first;
}

/**
 * Show the review of a game's whole line, first where the game stands. `playOn(actions, ply)` goes
 * there, `solution(actions, line)` shows a line from there. With a `secret` nothing is asked.
 */
export async function showReview({ game, actions, at, won, secret, playOn, solution, learnt }) {
  const asked = new AbortController();
  let found = null;
  const note = h("p", { id: "review-summary", role: "status" }, secret ? "The order of the stock isn't looked at, so this is a replay only." : "Looking at every action…");
  const bar = h("progress", { "aria-label": "Looking at every action", hidden: secret });
  const falls = button("The losing action", () => film.go(found.lost_at - 1), { id: "review-lost", hidden: true });
  const onlies = button("Next only action", () => film.go(nextOnly()), { id: "review-only", hidden: true });
  const better = button("Show the better line", () => {
    const { best, line } = found.plies[film.at() + 1];
    made.close();
    solution(actions.slice(0, film.at()), line[0] === best ? line : [best, ...line]);
  }, { id: "review-better", hidden: true });
  const text = h("textarea", { rows: 8, readonly: true, "aria-label": "Annotated record" });
  const copying = button("Copy", () => copy(text, copying), { id: "review-copy" });
  const exported = h("details", { hidden: true }, h("summary", {}, "Annotated record"), text, h("p", { class: "buttons" },
    button("Download", () => download(text.value, "squeezebox-review.txt", "text/plain"), { id: "review-download" }), copying));

  const onlyAt = () => found.plies.flatMap(({ only, ply }) => (only ? ply - 1 : []));
  const nextOnly = () => onlyAt().find((ply) => ply > film.at()) ?? onlyAt()[0];
  const next = (ply) => found?.plies[ply + 1];

  function tell(ply, view) {
    const verdict = found?.plies[ply].verdict;
    const coming = next(ply);
    const words = [ply === actions.length ? view.stands : `Next: ${told(actions[ply], view)}.`];
    if (coming?.only) words.push("It was the only action that kept the win.");
    if (found?.lost_at === ply + 1) words.push("It lost the win.");
    if (coming?.best) words.push(`Better: ${told(coming.best, view)}.`);
    better.hidden = !(coming?.best && coming.line.length);
    return [
      h("strong", {}, ply ? `After action ${ply} of ${actions.length}` : "The start", `: ${count(view.row.length, "pile")} `),
      verdict && sign(verdict), h("br"), words.join(" "),
    ].filter(Boolean);
  }

  const film = reel({
    game, actions, at, tell,
    lit: (ply) => next(ply)?.best ?? actions[ply],
    verdict: (ply) => found && wordsOf(found.plies[ply].verdict),
  });
  const made = dialog("review-dialog", "Review", [
    note, bar, film.parts,
    h("p", { class: "buttons start" }, falls, onlies, better,
      button("Play on from here", () => playOn(actions, film.at()), { class: "main", id: "review-go" })),
    h("p", { class: "note legend" }, sign("winnable"), sign("lost"), sign("unknown"),
      h("span", {}, h("span", { class: "shape only", "aria-hidden": "true" }, "┃"), " the only action that kept the win")),
    exported,
  ], { wide: true });
  made.addEventListener("keydown", film.press);
  made.addEventListener("close", () => {
    made.removeEventListener("keydown", film.press);
    film.end();
    asked.abort();
  }, { once: true });
  open(made);
  try {
    await film.ready;
    if (secret) return;
    found = await consult("review", { record: recordOf(game, actions) }, asked.signal, (words) => {
      note.textContent = words;
    });
    if (!found) return;
  } catch (error) {
    bar.hidden = true;
    note.textContent = error.message;
    return;
  }
  learnt(found.plies);
  bar.hidden = true;
  note.textContent = summary(found, won);
  falls.hidden = found.lost_at === null;
  onlies.hidden = !onlyAt().length;
  text.value = found.record;
  exported.hidden = false;
  film.light(found.plies, found.lost_at);
}

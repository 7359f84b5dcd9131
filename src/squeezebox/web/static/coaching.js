// The coach's screens with the game at hand. Imports `coach`, `games`, `play`, `screen` and these
// screens.

import {
  advise, aside, back, coach, hidden, keepInMind, look, offered, onChange, peek, plainly, playIt, seekMarks, setLight,
  setMarking,
} from "./coach/coach.js";
import { learn, peeked, recall } from "./coach/known.js";
import { closeAll } from "./dialogs.js";
import { $ } from "./dom.js";
import { recordOf } from "./game.js";
import { inTurn } from "./games.js";
import { whole } from "./lines.js";
import * as play from "./play.js";
import { now } from "./screen.js";
import { showCoach } from "./screens/coach.js";
import { showReview } from "./screens/review.js";
import { showSolution } from "./screens/solution.js";

/** A line with its deals in a row as one action. */
const briefly = (line) => line && line.join(" ").replace(/\bd( d)+\b/g, (deals) => `d${deals.split(" ").length}`).split(" ").filter(Boolean);

function playOn(actions, ply) {
  closeAll();
  inTurn(() => play.follow(actions, ply));
}

/** The game as the coach may see it when it looks back: what has been dealt is no secret any more. */
function hindsight() {
  const { game, view } = now;
  if (view.layout === "open" || view.stock || peeked(game)) return game;
  return { ...game, notes: { ...game.notes, headers: { ...game.notes.headers, Peeked: "yes" } } };
}

/** A solution from the position at hand, or from after `ply` actions of the game. */
export function solution(ply = now.game.actions.length) {
  const game = hindsight();
  const actions = game.actions.slice(0, ply);
  const here = ply === now.game.actions.length;
  const others = {};
  if (ply > 0) others["From the start instead"] = () => solution(0);
  if (!here) others["From the position at hand instead"] = () => solution();
  const secret = now.view.layout === "stock" && !peeked(game);
  aside(showSolution({
    game, actions, others, playOn, record: recordOf(game, actions), line: briefly(recall(game, plainly(actions))?.line ?? null),
    found(answer) {
      keepInMind(game, plainly(actions), answer);
      return briefly(answer.line);
    },
    peek: secret && (async () => (await peek()) && solution(ply)),
  }));
}

/** A review knows all cards: while some lie hidden, it is a replay only, unless the player peeks. */
export async function review() {
  const secret = hidden() && !(await peek());
  const game = hindsight();
  const actions = whole(game);
  aside(showReview({
    game, actions, at: game.actions.length, playOn, won: now.view.outcome === "won" && !game.redo.length,
    secret, solution: (before, line) => aside(showSolution({ game, actions: before, line, playOn })),
    learnt: (plies) => plies.forEach(({ verdict }, ply) => learn(game, plainly(actions.slice(0, ply)), { verdict })),
  }));
}

export function panel() {
  if (!coach.on) look();
  seekMarks();
  showCoach({
    coach, view: now.view, hidden: hidden(), watch: onChange,
    deeds: { advise, back, review: () => aside(review()), solution: () => solution(), peek: () => aside(peek()), setLight, setMarking, play: (action) => inTurn(() => playIt(action)) },
  });
}

/** The deeds that keys and buttons ask for, by name. */
export const deeds = { advice: advise, light: () => setLight(!coach.on), back, coach: panel, review: () => aside(review()) };

for (const [id, work] of Object.entries({
  advice: advise, light: panel, "coach-do": offered, "outcome-back": back, "outcome-review": () => aside(review()),
})) $(id).addEventListener("click", () => inTurn(work));

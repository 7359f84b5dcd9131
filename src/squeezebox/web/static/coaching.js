// The coach's screens with the game at hand. Imports `coach`, `games`, `play`, `screen` and these
// screens.

import {
  advise, aside, astray, back, coach, estimate, hidden, keepInMind, look, offered, onChange, peek, plainly, playIt, seekMarks, setLight,
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
const briefly = (line) => line?.join(" ").replace(/\bd( d)+\b/g, (deals) => `d${deals.split(" ").length}`).split(" ").filter(Boolean);

function playOn(actions, ply) {
  closeAll();
  inTurn(() => play.follow(actions, ply));
}

/** The game as it may be looked at afterwards: what has been dealt is no secret any more. */
function hindsight() {
  const { game, view } = now;
  if (hidden() || peeked(game) || view.layout === "open") return game;
  return { ...game, notes: { ...game.notes, headers: { ...game.notes.headers, Peeked: "yes" } } };
}

/** A solution from the position at hand, or from after `ply` actions of the game. */
function solution(ply = now.game.actions.length) {
  const game = hindsight();
  const actions = game.actions.slice(0, ply);
  const others = {};
  if (ply) others["From the start instead"] = () => solution(0);
  if (ply < now.game.actions.length) others["From the position at hand instead"] = () => solution();
  if (hidden()) others["Peek at the stock"] = () => aside(peek().then((sure) => sure && solution(ply)));
  aside(showSolution({
    game, actions, others, playOn, record: recordOf(game, actions), hidden: hidden(),
    line: briefly(recall(game, plainly(actions))?.line),
    found(answer) {
      keepInMind(game, plainly(actions), answer);
      return briefly(answer.line);
    },
  }));
}

/** A review knows all cards: while some lie hidden, it is a replay only, unless the player peeks. */
async function review() {
  const secret = hidden() && !(await peek());
  const { game } = now;
  const seen = hindsight(); // what a review knows of positions with hidden cards isn't for the light
  const actions = whole(game);
  await showReview({
    game, actions, at: game.actions.length, playOn, secret,
    solution: (before, line) => aside(showSolution({ game, actions: before, line, playOn })),
    learnt: (plies) => plies.forEach(({ verdict }, ply) => learn(seen, plainly(actions.slice(0, ply)), { verdict })),
  });
}

const BACK = "Back to winnable";

function panel() {
  if (!coach.on) look();
  seekMarks();
  estimate();
  const buttons = { Advice: advise, [BACK]: back, Review: deeds.review, Solution: deeds.solution };
  if (hidden()) buttons["Peek at the stock"] = () => aside(peek());
  showCoach({
    coach, view: now.view, hidden: hidden(), watch: onChange, buttons, setLight, setMarking,
    offered: (words) => words !== BACK || astray(),
    play: (action) => inTurn(() => playIt(action)),
  });
}

/** The deeds that keys and buttons ask for, by name. */
export const deeds = {
  advice: advise, light: () => setLight(!coach.on), back, coach: panel,
  review: () => aside(review()), solution: () => solution(),
};

for (const [id, work] of Object.entries({
  advice: advise, light: panel, "coach-do": offered, "outcome-back": back, "outcome-review": deeds.review,
})) $(id).onclick = () => inTurn(work);

// A game to look at: a board, its bellows, and what goes through it, forwards, backwards, by
// itself. Imports `dom`, `game`, `keys`, `service` and the table.

import { button, count, details, draw, h, joined } from "../dom.js";
import { recordOf } from "../game.js";
import { deedOf } from "../keys.js";
import { ask } from "../service.js";
import { bellows } from "../table/bellows.js";
import "../table/board.js";
import { glyphs } from "../table/cards.js";
import { fitted } from "../table/layout.js";
import { ends } from "../table/words.js";

const SPEEDS = { Slow: 2000, Medium: 1000, Fast: 350 }; // milliseconds from action to action
const HEIGHTS = { winnable: 10, unknown: 4, lost: 2 };
const PART = 0.37; // of the window's height is the board's
const WAYS = { left: -1, undo: -1, right: 1, redo: 1, first: -Infinity, last: Infinity };

let speed = "Medium";

/**
 * `actions` of a game to go through, first shown after `at` of them. `tell(ply, view)` gives what
 * is said there, `lit(ply)` the actions that are shown on the board, [action, verdict], `verdict(ply)`
 * words; `playOn(actions, ply)` leaves for the table, where the game isn't over. Answers {parts: the
 * elements, leave: the button for that, ready, go, press: what takes keys, light, end, at}.
 */
export function reel({ game, actions, at, tell, lit, playOn, verdict = () => "" }) {
  const views = [];
  const viewOf = (ply) => (views[ply] ??= ask(recordOf(game, actions.slice(0, ply))).catch((error) => {
    views[ply] = undefined;
    throw error;
  }));
  let piles = [0]; // over the whole of it
  let goal = 0;
  let timer = 0;

  const row = h("sb-row", { inert: true });
  row.arrange = (many, wide, _, before) => fitted(many, wide, innerHeight * PART, before);
  const picture = h("div.film");
  const [curve, lights] = ["bellows", "lights"].map((name) =>
    picture.appendChild(draw("svg", { class: name, "aria-hidden": "true", preserveAspectRatio: "none" })));
  const time = h("input", {
    type: "range", class: "time", min: 0, max: actions.length, value: at, "aria-label": "Point of the game",
    disabled: !actions.length, oninput: () => step(Number(time.value)),
  });
  picture.append(time);
  const words = h("div.told", { role: "status" });
  const position = h("p.note");
  const able = Object.entries({ "To the start": ["«", -Infinity], Back: ["‹", -1], Forward: ["›", 1], "To the end": ["»", Infinity] })
    .map(([name, [shape, by]]) => button(shape, () => step(at + by), { "aria-label": name }));
  const toggle = button("Play", () => (timer ? stop() : run()), { class: "main" });
  const pace = h("select", { "aria-label": "Speed", onchange: () => {
    speed = pace.value;
    if (timer) run();
  } }, Object.keys(SPEEDS).map((name) => h("option", { selected: name === speed }, name)));

  const leave = button("Play on from here", () => playOn(actions, at), { class: "main leave" });

  function stop() {
    clearInterval(timer);
    timer = 0;
    toggle.textContent = "Play";
  }

  function run() {
    stop();
    if (at === actions.length) go(0);
    timer = setInterval(() => {
      go(at + 1);
      if (at >= actions.length) stop();
    }, SPEEDS[speed]);
    toggle.textContent = "Pause";
  }

  function step(ply) {
    stop();
    go(ply);
  }

  /** Show the position after so many actions. */
  async function go(ply = at) {
    const wanted = (at = Math.min(Math.max(ply, 0), actions.length));
    time.value = at;
    time.ariaValueText = joined(", ", [at ? `after action ${at}` : "the start", count(piles[at] ?? 0, "pile"), verdict(at)]);
    bellows(curve, piles, at, goal);
    curve.removeAttribute("aria-label"); // the slider says it
    able.forEach((each, index) => each.setAttribute("aria-disabled", String(at === (index < 2 ? 0 : actions.length))));
    try {
      const view = await viewOf(wanted);
      if (at !== wanted) return;
      row.show(view, { selected: 0, cursor: 0, hints: false, advised: lit(at).map(([action, kind]) => ({ ...ends(action), verdict: kind })) });
      leave.hidden = view.outcome !== "open";
      words.replaceChildren(...[tell(at, view)].flat());
      position.textContent = view.row.map((cards, index) => `${index + 1} ${glyphs(cards.at(-1))}`).join(", ");
    } catch (error) {
      words.textContent = error.message;
    }
  }

  /** Draw the light under the bellows: `plies` [{verdict, only}], and the action that lost the win. */
  function light(plies, lostAt) {
    lights.setAttribute("viewBox", `0 0 ${Math.max(actions.length, 12)} 10`);
    lights.replaceChildren(...plies.flatMap(({ verdict: name, only }, ply) => {
      const [x, height] = [ply - 0.5, HEIGHTS[name]];
      const mark = only ? "only" : ply === lostAt ? "fall" : "";
      return [
        draw("rect", { class: name, x, width: 1, y: 10 - height, height }),
        mark && draw("line", { class: mark, x1: x, x2: x, y1: 0, y2: 10 }),
      ].filter(Boolean);
    }));
    go();
  }

  function press(event) {
    const [deed] = deedOf(event) ?? [];
    if (event.target.matches("select, textarea") || (event.target === time && /^(Arrow|Page|Home|End)/.test(event.key))) return;
    if (deed === "pick" && !event.target.closest("button, summary")) toggle.click();
    else if (WAYS[deed]) step(at + WAYS[deed]);
    else return;
    event.preventDefault();
  }

  const [first, before, after, last] = able;
  const parts = [
    h("div.stage", row), picture,
    h("p.buttons.transport", first, before, toggle, after, last, pace), words,
    details("The row in words", position),
  ];
  const ready = viewOf(actions.length).then(async (view) => {
    piles = view.bellows;
    goal = view.rules.goal;
    await go();
    return view;
  });
  function end() {
    stop();
    row.remove();
  }

  return { parts, leave, ready, go: step, light, press, end, at: () => at };
}

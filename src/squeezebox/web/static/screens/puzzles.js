// The puzzle trainer: endings with one action that wins. Imports `dialogs`, `dom`, `game`,
// `difficulty`, `service`, what is kept, and the board of `example`.

import { dialog, open } from "../dialogs.js";
import { stepChoice, STEPS } from "../difficulty.js";
import { button, count, details, h, joined, tableOf, worded } from "../dom.js";
import { anyDeal, fromView, recordOf } from "../game.js";
import { deedOf } from "../keys.js";
import { dayOf, dayWords } from "../keep/daily.js";
import { nameOf } from "../keep/names.js";
import { dailyRun, tally } from "../keep/solved.js";
import * as store from "../keep/store.js";
import { ask, consult } from "../service.js";
import { linkToPuzzle } from "../sharing.js";
import { boardKeys } from "./example.js";
import { newest } from "./reading.js";
import { copy } from "./record.js";

/** What was tried in this visit, by the puzzle's link: {wrong, shown, solved}, `wrong` a set of actions. */
const tried = new Map();

const isDay = (puzzle) => puzzle.includes("-");
const nameOfPuzzle = (puzzle) => (isDay(puzzle) ? `daily puzzle, ${dayWords(puzzle)}` : `puzzle ${puzzle}`);
const capital = (words) => words[0].toUpperCase() + words.slice(1);

/**
 * Show puzzles of a rule set {text, title}. `asked`: the first one, {puzzle, wish}, its number or
 * day as text and the step that was wished; `play` gets the parts of a game and what it is. `shown` is
 * told the link of each puzzle, and whether that is the address already, `left` that of the last one.
 */
export function showPuzzles({ rules, asked = null, play, shown, left, today = dayOf }) {
  let wish = asked?.wish ?? store.get("puzzle-step", 0);
  let now = null; // the puzzle on the board: what was asked for, and the service's answer
  let mine; // what was tried of it
  let address = ""; // its link, or that of the one before while it is looked for
  let search = new AbortController();

  const about = h("p#puzzle-about.note", { role: "status" });
  const place = h("div#puzzle-board");
  const verdict = h("p#puzzle-verdict.praise", { role: "status" });
  const next = button("Next puzzle", () => begin(), { id: "puzzle-next" });
  const steps = stepChoice("puzzle-step", wish, (step) => {
    store.set("puzzle-step", (wish = step));
    begin();
  });
  const link = h("input#puzzle-link", { readonly: true, "aria-label": "Link to this puzzle" });
  const copying = button("Copy link", () => copy(link, copying), { id: "puzzle-copy" });
  const table = button("Play as a game", () => {
    made.close();
    const name = `${capital(nameOfPuzzle(now.puzzle))}, ${rules.title}`;
    play({ ...now.parts, came: "puzzle", notes: { headers: { ...now.parts.notes.headers, Source: name }, comments: {} } }, name);
  }, { id: "puzzle-play" });
  const done = h("div#puzzle-done");

  const made = dialog("puzzle-dialog", "Puzzles", [
    about, h("p#puzzle-task", "One action keeps the win, and every other loses it. Which one?"), place,
    h("div.foot", verdict, next),
    h("p.buttons.start",
      h("label.tick", "Difficulty", steps),
      button("Daily puzzle", () => begin(today()), { id: "puzzle-daily" }), table),
    details("Share this puzzle", link, h("p.buttons", copying)),
    done,
    boardKeys({ shown: "n", does: "the next puzzle" }),
  ]);

  /** Say how it stands; `wrong`: not well. */
  const tell = (words, wrong = false) => {
    if (verdict.textContent !== words) verdict.replaceChildren(...worded(words));
    verdict.classList.toggle("wrong", wrong);
  };

  const came = newest((found) => {
    if (found instanceof Error) {
      place.replaceChildren();
      tell(found.message, true);
    } else if (found) lay(found);
  });

  const linkOf = (puzzle, step) => linkToPuzzle(location.origin, rules.text, puzzle, step);

  function hold(one, is = false) {
    if (one !== address) shown(one, is);
    address = one;
  }

  /** Ask for a puzzle: its number or day as text; of days there is one for all steps. */
  function begin(puzzle = String(anyDeal()), step = isDay(puzzle) ? 0 : wish) {
    search.abort();
    search = new AbortController();
    now = null;
    table.disabled = copying.disabled = true;
    tell("Looking for a puzzle…");
    const { signal } = search;
    came(async () => {
      const which = isDay(puzzle) ? { date: puzzle } : { number: Number(puzzle) };
      const answer = await consult("puzzle", { rules: rules.text, ...which, step: step || null, budget: 5 }, signal, tell);
      if (!answer) return null;
      const parts = fromView(await ask(answer.record));
      return signal.aborted ? null : { puzzle, wish: step, answer, parts };
    });
  }

  function lay(found) {
    now = found;
    const { puzzle, answer, parts } = now;
    link.value = linkOf(puzzle, now.wish);
    hold(link.value);
    mine = tried.get(link.value) ?? { wrong: new Set(), shown: false, solved: false };
    tried.set(link.value, mine);
    const before = store.solvedPuzzles().some((one) =>
      one.rules === rules.text && one.puzzle === puzzle && one.wish === now.wish);
    about.textContent = joined(" · ", [rules.title, nameOfPuzzle(puzzle), answer.label, `a win in ${count(answer.length, "action")}`,
      before && "solved before"]);
    table.disabled = copying.disabled = false;
    copying.textContent = "Copy link";
    next.classList.remove("main");
    tell("");
    const whole = recordOf({ ...parts, actions: [...parts.actions, ...answer.line] });
    const held = place.contains(document.activeElement);
    place.replaceChildren(h("sb-example", { task: true, from: parts.actions.length }, whole));
    if (held) made.querySelector("h2").focus(); // so that keys are still the board's
  }

  const strayed = () => tell("The first action was right, but this one loses the win. Go back, or let the rest be shown.", true);
  const judged = newest((found) => {
    if (found?.verdict === "lost") strayed();
  });

  /** Say what an action was worth; whether it is the one is known without asking. */
  function stood({ actions, view }) {
    judged(() => null);
    if (!actions.length) return tell("");
    const { answer } = now;
    if (actions[0] !== answer.action) {
      mine.wrong.add(actions[0]);
      return tell(`Not ${actions[0]}: it loses the win. Go back and try another.`, true);
    }
    const first = actions.length === 1;
    if (first) solved();
    if (view.outcome === "won") return tell("Won!");
    if (view.outcome !== "open") return strayed();
    tell(praise());
    const onLine = actions.every((action, index) => action === answer.line[index]);
    return onLine || judged(() => consult("light", { record: view.record }, search.signal));
  }

  const praise = () => (mine.shown ? `It is ${now.answer.action}.`
    : `Right, ${now.answer.action}${mine.wrong.size ? "" : ", at the first try"}! Play it to the end, or take the next one.`);

  function solved() {
    next.classList.add("main");
    if (mine.solved || mine.shown) return;
    mine.solved = true;
    const { puzzle, wish: wished, answer: { step } } = now;
    store.keepSolved({ rules: rules.text, puzzle, wish: wished, step, tries: mine.wrong.size + 1, solved: Date.now() });
  }

  function showDone() {
    const all = store.solvedPuzzles();
    const { now: run, best } = dailyRun(all, today());
    const rows = tally(all);
    done.replaceChildren(
      h("p#puzzle-run", all.length ? `Solved: ${all.length}, ${all.filter(({ tries }) => tries === 1).length} at the first try. `
        + `Daily puzzles in a row: ${run}, at most ${best}.` : "None solved yet."),
      rows.length ? details("By rule set and difficulty", tableOf(["Rule set", "Difficulty", "Solved", "First try"],
        rows.map((row) => [nameOf(row.rules, row.rules), STEPS[row.step - 1], row.solved, row.first]))) : "");
  }

  place.addEventListener("stood", ({ detail }) => stood(detail));
  place.addEventListener("shown", () => {
    mine.shown ||= !mine.solved;
  });
  // Keys are the board's, and n the next puzzle, wherever the focus is.
  const press = (event) => {
    if (event.target.closest("select, input")) return;
    const [deed] = deedOf(event) ?? [];
    if (deed === "newGame") begin();
    else place.querySelector("sb-example")?.press(event);
  };
  const unwatch = store.onChange(showDone);
  const end = () => {
    unwatch();
    search.abort();
    place.replaceChildren();
    left(address);
  };
  showDone();
  open(made, { press, end });
  if (asked) hold(linkOf(asked.puzzle, asked.wish), true);
  begin(asked?.puzzle, asked?.wish);
}

// The page: what the player does becomes a request, and its view is shown.
// Imports all other scripts; no rules stand here, the service knows them.

import { closeAll } from "./dialogs.js";
import * as coaching from "./coaching.js";
import * as deals from "./deals.js";
import { $, button, h } from "./dom.js";
import * as entries from "./entries.js";
import { fromView } from "./game.js";
import {
  arrive, hinted, inTurn, inTurnFor, keep, load, newGame, nextGame, restart, start, takeUp,
} from "./games.js";
import * as store from "./keep/store.js";
import { deedOf } from "./keys.js";
import * as play from "./play.js";
import { now, row, said, say, show } from "./screen.js";
import { showGames } from "./screens/games.js";
import { showHelp } from "./screens/help.js";
import { showMarks } from "./screens/marks.js";
import { showRecord } from "./screens/record.js";
import { showRulebook } from "./screens/rulebook.js";
import { showSettings } from "./screens/settings.js";
import { showStats } from "./screens/stats.js";
import { isNewcomer, showTutorial } from "./screens/tutorial.js";
import { ask } from "./service.js";
import * as settings from "./settings.js";
import { puzzleOf } from "./sharing.js";
import { glyphs } from "./table/cards.js";
import "./updated.js";

// ------------------------------------------------------------ deeds

/**
 * Undo an action; at the start of a game, its beginning: the one before it comes back. A key that
 * is `held`, or a button that is clicked again and again, stops at the start.
 */
async function undo({ held = false } = {}) {
  if (now.game.actions.length) return play.undo();
  if (held) return undefined;
  const entry = entries.hasBefore() ? await entries.goBack() : null;
  return entry ? arrive(entry) : say("There is nothing to undo.");
}

function setHints(on) {
  now.hints = on;
  store.set("hints", on);
  show();
  say(on ? "Hints on: a selected pile's destinations are lit." : "Hints off.");
}

// ------------------------------------------------------------ keys, pointer, buttons

function moveCursor(by) {
  const count = now.view.row.length;
  if (!count) return;
  const to = now.cursor + by;
  if (Math.abs(by) === 1 || (to >= 1 && to <= count)) now.cursor = Math.min(Math.max(to, 1), count);
  show();
  focusPile();
}

/** To the pile at the cursor, but not away from a line that is being typed. */
function focusPile() {
  if ($("line").hidden) row.pile(now.cursor)?.focus();
}

function openLine(kind) {
  $("line").hidden = false;
  $("line").dataset.kind = kind;
  $("line-label").textContent = kind === "go" ? "Go to pile" : "Action";
  $("typed").value = "";
  $("typed").inputMode = kind === "go" ? "numeric" : "text";
  $("typed").focus();
}

function closeLine() {
  $("line").hidden = true;
  (row.pile(now.cursor) ?? $("stock")).focus();
}

/** An action as phones and voices write it, "42 – 39" or "d 5", in its usual form. */
const tidy = (text) => text.replace(/\s+(?=[-‐-―−_*])|(?<=[-‐-―−_dx])\s+/gi, "").replace(/[‐-―−]/g, "-");

/** What was typed: an action to do, a pile to go to or to hear of, or nothing for the position. */
function typed(text, kind) {
  const number = /^[0-9]+$/.test(text);
  if (!text) return kind === "go" ? undefined : play.position();
  if (!number && kind !== "go") return play.act({ action: tidy(text) });
  if (!number || !now.view.row[text - 1]) return say(`There is no pile ${text}.`);
  now.cursor = Number(text);
  show();
  focusPile();
  return kind === "go" ? undefined : play.tell(now.cursor);
}

const deeds = {
  none: () => {},
  left: () => moveCursor(-1),
  right: () => moveCursor(1),
  up: () => moveCursor(-row.columns),
  down: () => moveCursor(row.columns),
  first: () => moveCursor(1 - now.cursor),
  last: () => moveCursor(now.view.row.length - now.cursor),
  pick: ({ under }) => play.pick(now.cursor, under),
  letGo: play.letGo,
  distance: play.playDistance,
  dealOne: () => play.deal("d"),
  dealAll: () => play.deal("d*"),
  undo,
  redo: play.redo,
  other: play.otherLine,
  position: play.position,
  newGame,
  restart,
  hints: () => setHints(!now.hints),
  ...coaching.deeds,
};

/** What explains the game at length; the game lies under it, untouched. */
const learning = {
  rulebook: (name = now.view.rules.text) => learning.show(() => showRulebook(name, learning)),
  tutorial: () => learning.show(() => showTutorial(learning)),
  play: (parts, from) => inTurn(async () => {
    if (await start(parts)) say(`${from}.`);
  }),
  show: (screen) => {
    closeAll();
    return screen().catch((error) => say(error.message));
  },
};

const atOnce = {
  goTo: () => openLine("go"),
  type: () => openLine("action"),
  help: () => showHelp(now.view.rules, [
    button("The rulebook", () => learning.rulebook()),
    button("First steps", () => learning.tutorial()),
  ]),
  bellows: () => $("time").focus(),
  marks: () => showMarks(now.game.marks, marked, {
    on: settings.setting("ask") === "on",
    set: (on) => settings.change("ask", on ? "on" : "off"),
  }, () => learning.rulebook("tips")),
  menu: () => {
    if ($("menu").checkVisibility()) $("more").showPopover();
    $("more").querySelector("button").focus();
  },
};

function marked() {
  show();
  keep("marks");
}

const ALONG = /^(Arrow|Page|Home|End|Escape)/; // keys of the bellows; all others are the game's there, too

addEventListener("keydown", (event) => {
  const where = event.target;
  if (document.querySelector("dialog[open], :popover-open")) return; // keys are theirs
  if (where.id === "time" ? ALONG.test(event.key) : where.closest?.("input, textarea, select")) {
    if (event.key === "Escape" && where.id === "typed") closeLine();
    if (event.key === "Escape" && where.id === "time") focusPile();
    return;
  }
  const deed = deedOf(event);
  if (!deed || (deed[0] === "pick" && where.closest?.("button, a, #time"))) return;
  event.preventDefault();
  const [name, how] = deed;
  if (now.view && atOnce[name]) atOnce[name](); // so that the very next key goes where it should
  else inTurn(() => (deeds[name] ?? atOnce[name])(how));
});

row.addEventListener("pick", ({ detail }) => inTurn(() => play.pick(play.placeOf(detail.card), detail.low)));
row.addEventListener("lift", ({ detail }) => inTurn(() => {
  now.selected = now.cursor = play.placeOf(detail.card);
  if (now.selected) play.look(now.selected);
  show();
}));
row.addEventListener("aim", ({ detail }) => {
  if (now.view.rules.ways.length < 2) return;
  say(`${detail.low ? "Under" : "Over"} ${glyphs(detail.card)}, pile ${play.placeOf(detail.card)}.`);
});
row.addEventListener("drop", ({ detail }) => inTurn(() => {
  const [source, destination] = [play.placeOf(detail.source), play.placeOf(detail.destination)];
  return source && destination ? play.gesture(source, destination, detail.low) : undefined;
}));
row.addEventListener("toss", ({ detail }) => inTurn(() => play.gesture(play.placeOf(detail.source), play.placeOf(detail.source))));

const games = () => showGames({ current: now.game.id, take: (id) => inTurn(() => takeUp(id)) });

/** What stands in the menu, group by group: id, words, what it does. */
const MENU = {
  Play: [
    ["restart", "Restart", restart],
    ["next", "Next deal", nextGame],
    ["choose", "Choose…", deals.choose],
    ["daily", "Daily deal", deals.daily],
    ["puzzles", "Puzzles", () => deals.puzzles()],
    ["rule-sets", "Rule sets", deals.buildRules],
  ],
  Keep: [
    ["games", "Games", games],
    ["share", "Share", deals.share],
    ["stats", "Statistics", () => showStats(now.view, games)],
    ["record", "Record", () => showRecord(
      now.view.record,
      (text) => inTurnFor(async () => start({ ...fromView(await ask(text)), came: "file" })),
    )],
  ],
  See: [
    ["marks", "Sweepers", atOnce.marks],
    ["settings", "Settings", () => showSettings({ on: now.hints, set: setHints }, show)],
  ],
  Coach: [
    ["coach", "The coach", coaching.deeds.coach],
    ["review", "Review", coaching.deeds.review],
    ["solution", "Solution", coaching.deeds.solution],
    ["lasts", "Last cards", deals.lasts],
  ],
  Learn: [
    ["rulebook", "Rulebook", () => learning.rulebook()],
    ["tutorial", "First steps", () => learning.tutorial()],
  ],
};
$("more").replaceChildren(...Object.entries(MENU).map(([group, entries]) =>
  h("div", { role: "group", "aria-label": group }, entries.map(([id, words]) => button(words, () => {}, { id })))));

const buttons = {
  undo, redo: play.redo, other: play.otherLine, new: newGame, mode: deals.choose,
  "outcome-undo": undo, "outcome-new": newGame, "outcome-next": nextGame, "outcome-share": deals.share,
  hints: deeds.hints, help: atOnce.help, stock: deeds.dealOne, "deal-all": deeds.dealAll,
  ...Object.fromEntries(Object.values(MENU).flat().map(([id, , work]) => [id, work])),
};
const BEGIN = ["new", "next", "restart", "outcome-new", "outcome-next"];
for (const [id, work] of Object.entries(buttons)) {
  $(id).onclick = (event) => {
    if ($("more").contains($(id))) $("more").hidePopover?.();
    if (!BEGIN.includes(id) || event.detail < 2) { // a double click begins one game
      inTurn(() => work({ held: event.detail > 1 }));
    }
  };
}
$("time").oninput = () => {
  const ply = Number($("time").value);
  const still = play.latest(ply);
  inTurn(() => (still() && ply !== now.game.actions.length ? play.goTo(ply) : undefined));
};
$("how-many").oninput = () => {
  $("deal-several").textContent = `Deal ${Number($("how-many").value) || "some"}`;
};
$("several").onsubmit = (event) => {
  event.preventDefault();
  const many = $("how-many").value;
  inTurn(() => (many ? play.deal(`d${many}`) : say("How many cards are to be dealt?")));
};
$("line").onsubmit = (event) => {
  event.preventDefault();
  const text = $("typed").value.trim();
  const { kind } = $("line").dataset;
  closeLine();
  inTurn(() => typed(text, kind));
};

play.onChange({ keep, hinted });
settings.apply();
store.onTrouble((words) => {
  $("notice").textContent = words;
});

/** Open the puzzle that the address holds, if it does. */
const openPuzzle = (puzzle = puzzleOf(location.href)) => puzzle && deals.puzzles(puzzle);
addEventListener("popstate", () => inTurn(() => openPuzzle())); // after the game under it has come

const [newcomer, linked, puzzle] = [isNewcomer(), location.search !== "", puzzleOf(location.href)];
inTurn(load).then(() => {
  if (puzzle && now.view) inTurn(() => openPuzzle(puzzle));
  if (!newcomer || !now.view) return;
  if (linked) say(`New to the game? See the first steps under “?”. ${said}`);
  else learning.tutorial();
});

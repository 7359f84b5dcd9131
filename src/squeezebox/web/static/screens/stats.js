// Statistics of one rule set and layout; export, import, erase. Imports `dialogs`, `dom`, `game`
// and `keep`.

import { confirmed, dialog, open } from "../dialogs.js";
import { button, count, details, draw, h, tableOf } from "../dom.js";
import { layoutWords } from "../game.js";
import { nameOf } from "../keep/names.js";
import { modeOf, modes, statistics } from "../keep/results.js";
import * as store from "../keep/store.js";

const LARGEST = 50_000_000; // bytes of a file to import
const HIGH = 130; // pixels of the plot

const fixed = (number) => (number === null ? "–" : number.toFixed(1));

function time(seconds) {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours} h ${minutes} min` : seconds >= 60 ? `${minutes} min` : `${seconds} s`;
}

/** Figures: what is counted, the number, and what it is a number of. */
function figures(told, best) {
  const share = told.deals ? `${Math.round((100 * told.won) / told.deals)} %` : "";
  const lost = told.lost ? `; ${told.lost} lost ${told.lost === 1 ? "is" : "are"} left out` : "";
  return [
    ["Games begun", told.begun, "with a first action, restarts too"],
    ["Games finished", told.finished, ""],
    ["Deals won", `${told.won} of ${told.deals}`, share],
    ["Best", best === null ? "–" : count(best, "pile"), "of all games"],
    ["Average piles", fixed(told.average), `of ${count(told.deals - told.lost, "finished deal")}${lost}`],
    ["Average piles", fixed(told.averageWon), `of ${count(told.won, "won deal")}`],
    ["Won in a row", told.streak.now, "up to the latest finished deal"],
    ["Longest streak", told.streak.best, "of won deals"],
    ["Time played", time(told.seconds), ""],
    ["Undos", told.undos, ""],
    ["Hints shown", told.hints, ""],
    ["Advice asked", told.advice, ""],
  ];
}

/** How many deals ended with how many piles: bars, and the same as a table. */
function plot(spread) {
  const [from, to] = [spread[0][0], spread.at(-1)[0]];
  const most = Math.max(...spread.map(([, deals]) => deals));
  const wide = Math.min(innerWidth - 60, 880);
  const step = Math.min(wide / (to - from + 1), 60);
  const every = Math.ceil(24 / step); // piles from label to label
  const bars = spread.map(([piles, deals]) => {
    const [x, high] = [(piles - from) * step, (deals / most) * (HIGH - 40)];
    return [
      draw("rect", { x: x + step * 0.1, y: HIGH - 20 - high, width: step * 0.8, height: high }),
      step >= 14 && draw("text", { x: x + step / 2, y: HIGH - 25 - high }, deals),
    ];
  });
  const labels = Array.from({ length: to - from + 1 }, (_, place) => place)
    .filter((place) => place % every === 0)
    .map((place) => draw("text", { x: (place + 0.5) * step, y: HIGH - 4 }, from + place));
  return h("figure",
    h("figcaption", "Piles left at each deal's first result"),
    draw("svg", { viewBox: `0 0 ${wide} ${HIGH}`, class: "spread", "aria-hidden": "true" }, bars, labels),
    details("As a table", tableOf(["Piles", "Deals"], spread)));
}

function save(text) {
  const href = URL.createObjectURL(new Blob([text], { type: "application/x-ndjson" }));
  const day = new Date().toLocaleDateString("sv"); // year-month-day
  h("a", { href, download: `squeezebox-${day}.jsonl` }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

/** What an import brought, in words. */
function brought({ added, changed, same, puzzles, left }) {
  const parts = [`${count(added, "game")} added`, `${changed} brought up to date`, `${same} known already`];
  if (puzzles) parts.push(`${count(puzzles, "solved puzzle")} added`);
  const later = left.length ? ` Left out, as this version doesn't know them: ${left.join(", ")}.` : "";
  return `Imported: ${parts.join(", ")}.${later}`;
}

/**
 * Show the statistics, first those of the game in play: `view` {rules: {text, title}, layout}.
 * `past` shows the list of games.
 */
export async function showStats(view, past) {
  const here = { rules: view.rules.text, layout: view.layout, title: view.rules.title, games: [] };
  let shown = modeOf(here);
  let found = [];

  const choice = h("select", { onchange: () => {
    shown = choice.value;
    fill();
  } });
  const told = h("div#told");
  const result = h("p", { role: "status" });

  async function look() {
    found = modes(await store.games());
    if (!found.some((mode) => modeOf(mode) === modeOf(here))) found.unshift(here);
    if (!found.some((mode) => modeOf(mode) === shown)) shown = modeOf(here);
    choice.replaceChildren(...found.map((mode) =>
      h("option", { value: modeOf(mode) }, `${nameOf(mode.rules, mode.title)}, ${layoutWords(mode.layout)}`)));
    choice.value = shown;
    fill();
  }

  function fill() {
    const mode = found.find((one) => modeOf(one) === shown);
    const all = statistics(mode.games);
    const opened = told.querySelector("details")?.open;
    told.replaceChildren(
      h("dl.figures", figures(all, store.best(mode.rules, mode.layout)).map(([name, number, of]) =>
        h("div", h("dt", name), h("dd", h("strong", number), of && h("small", of))))),
      all.spread.length ? plot(all.spread) : h("p.note", "No deal is finished yet."));
    if (opened) told.querySelector("details")?.setAttribute("open", "");
  }

  const tell = (work) => async (event) => {
    try {
      result.textContent = (await work(event)) ?? "";
    } catch (error) {
      result.textContent = error.message;
    }
  };
  const take = h("input", { type: "file", accept: ".jsonl,.json,.txt", class: "unseen", onchange: tell(async () => {
    const [file] = take.files;
    if (!file) return "";
    if (file.size > LARGEST) throw new Error("This file is far too large for results. Nothing was imported.");
    const text = await file.text();
    take.value = ""; // so that the same file can be chosen again
    return brought(await store.imported(text));
  }) });
  const erase = async () => {
    const sure = await confirmed("Erase everything?", "All games, results, solved puzzles and rule sets of your own that this " +
      "browser keeps are gone then. An exported file brings them back.", "Erase", "Keep them");
    if (!sure) return "";
    await store.erase();
    return "Everything is erased.";
  };

  const made = dialog("stats-dialog", "Statistics", [
    h("label", "Rule set and layout", choice),
    told,
    h("p.note", "Wins, averages and the plot take the first finished result of each deal, whatever is undone, " +
      "replayed or begun again afterwards; the best is the best of all. Time counts while the page is in sight, at most a " +
      "minute after an input."),
    h("p.buttons.start",
      button("Past games", () => {
        made.close();
        past();
      }),
      button("Export", tell(async () => save(await store.exported())), { id: "export" }),
      h("label.button", "Import", take),
      button("Erase everything", tell(erase), { id: "erase" })),
    result,
  ], { wide: true });
  const end = store.onChange(look);
  await look();
  open(made, { end });
}

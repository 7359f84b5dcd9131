// The daily deal: a calendar of the past days with their results. Imports `dialogs`, `dom` and
// what is known of days.

import { dialog, open } from "../dialogs.js";
import { button, count, h } from "../dom.js";
import { layoutWords } from "../game.js";
import { calendar, dailyDeal, dailyOf, dayOf, dayWords, monthOf, streaks, weeks } from "../keep/daily.js";
import { nameOf } from "../keep/names.js";
import { modeOf, modes } from "../keep/results.js";

const OFTEN = 15_000; // milliseconds between looks at the calendar on the wall
const EARLIEST = "2000-01-01";
const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** Do `work` with the new day when one begins, or has begun while the page slept; the answer ends that. */
export function onNewDay(work, today = dayOf) {
  let day = today();
  const check = () => {
    if (today() === day) return;
    day = today();
    work(day);
  };
  const timer = setInterval(check, OFTEN);
  document.addEventListener("visibilitychange", check);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", check);
  };
}

function resultWords({ result, open: unfinished } = {}) {
  if (!result) return unfinished ? `unfinished, ${count(unfinished.piles, "pile")}` : "not played";
  const piles = count(result.piles, "pile");
  return { won: result.piles === 1 ? "won" : `won, ${piles}`, lost: "lost, the target covered" }[result.outcome] ?? piles;
}

function mark({ result, open: unfinished } = {}) {
  if (!result) return unfinished ? "…" : "";
  return { won: "won", lost: "lost" }[result.outcome] ?? result.piles;
}

/**
 * Show the daily deals. `rules`, `layout`, `title`: the way of playing at hand; `results`: kept
 * games; `today()`: the player's day; `begin` gets the parts of a game, `reopen` a kept game's id.
 */
export function showDaily({ rules, layout, title, results, today = dayOf, begin, reopen }) {
  const here = { rules, layout, title };
  const played = modes(results.filter(({ deal }) => dailyOf(deal))).filter((mode) => modeOf(mode) !== modeOf(here));
  const ways = [here, ...played];
  let [mode, now] = [here, today()];
  let chosen = now;
  let month = monthOf(now);
  let days;

  const choice = h("select#daily-mode", { onchange: () => {
    mode = ways[choice.selectedIndex];
    fill();
  } }, ways.map((way) => h("option", `${nameOf(way.rules, way.title)}, ${layoutWords(way.layout)}`)));
  const run = h("p#daily-streak");
  const heading = h("h3#daily-month", { "aria-live": "polite" });
  const back = button("‹", () => turn(-1), { "aria-label": "Previous month", id: "daily-back" });
  const on = button("›", () => turn(1), { "aria-label": "Next month", id: "daily-on" });
  const body = h("tbody");
  const about = h("p#daily-day", { role: "status" });
  const deeds = h("p.buttons.start");

  function turn(months) {
    month = monthOf(month, months);
    draw();
  }

  function choose(day) {
    chosen = day;
    for (const each of body.querySelectorAll("button")) each.ariaPressed = each.dataset.day === day;
    const { result, onTime, game, open: unfinished } = days.get(day) ?? {};
    const when = result ? (onTime ? ", finished on the day" : ", finished later") : "";
    about.textContent = `${dayWords(day)}, deal ${dailyDeal(day)}: ${resultWords(days.get(day))}${when}.`;
    const leave = (work) => () => {
      made.close();
      work();
    };
    const play = leave(() => {
      if (day === now) day = today(); // midnight may have passed a moment ago
      begin({ rules: mode.rules, layout: mode.layout, deal: dailyDeal(day), daily: day, came: "daily" });
    });
    const [first, more] = result || unfinished ? ["", "again from the start"] : ["main", ""];
    deeds.replaceChildren(
      ...(unfinished ? [button("Go on", leave(() => reopen(unfinished.id)), { class: "main", id: "daily-go-on" })] : []),
      button(`Play ${day === now ? "today’s" : "this day’s"} deal ${more}`.trim(), play, { class: first, id: "daily-play" }),
      ...(game ? [button("Open the finished game", leave(() => reopen(game.id)), { id: "daily-open" })] : []),
    );
  }

  function cell(day) {
    if (!day) return h("td");
    const date = Number(day.slice(8));
    if (day > now) return h("td", h("span", date));
    const known = days.get(day);
    const words = `${dayWords(day)}: ${resultWords(known)}${known?.onTime ? ", on the day" : ""}`;
    return h("td", button([date, h("small", mark(known))], () => choose(day), {
      "aria-label": words, "aria-current": day === now && "date", dataset: { day },
      class: known?.onTime ? "timely" : known?.result ? "late" : null,
    }));
  }

  function draw() {
    heading.textContent = dayWords(month, { month: "long", year: "numeric" });
    on.disabled = month >= monthOf(now);
    back.disabled = month <= EARLIEST;
    body.replaceChildren(...weeks(month).map((week) => h("tr", week.map(cell))));
    choose(chosen);
  }

  function fill() {
    days = calendar(results, mode);
    const { now: current, best } = streaks(days, now);
    run.textContent = `In a row: ${count(current, "day")}. Longest: ${count(best, "day")}. `
      + "Counted are days whose deal was finished on the day itself.";
    draw();
  }

  const made = dialog("daily-dialog", "The daily deal", [
    h("p.note", "One deal a day, the same for everyone. It changes at your midnight."),
    h("label", "Rule set and layout", choice),
    run,
    h("div.month", back, heading, on),
    h("table.calendar", { "aria-labelledby": "daily-month" },
      h("thead", h("tr", WEEKDAYS.map((name) => h("th", { scope: "col", abbr: name }, name.slice(0, 2))))), body),
    about, deeds,
    h("p.note", "Under a date: the piles left at the deal’s first result. A bar: on the day itself."),
  ]);
  fill();
  const end = onNewDay((day) => {
    if (chosen === now) [chosen, month] = [day, monthOf(day)];
    now = day;
    fill();
  }, today);
  open(made, { end });
}

// Games that were played: unfinished ones to go on with, and all. Imports `dialogs`, `dom`,
// `game` and `keep`.

import { dialog, open } from "../dialogs.js";
import { button, count, h, joined } from "../dom.js";
import { dealWords, layoutWords } from "../game.js";
import { nameOf } from "../keep/names.js";
import * as store from "../keep/store.js";

const PAGE = 20; // games that are listed at a time

const CAME = { link: "from a link", file: "from a file", rulebook: "from the rulebook", restart: "restarted", daily: "daily deal" };
const isUnfinished = (game) => game.outcome === "open" && !game.away;

function words(game) {
  const { rules, title, layout, deal, piles, actions, outcome, came, first, changed } = game;
  const end = outcome === "open" ? "" : `, ${outcome}`;
  const before = first && first.outcome !== outcome ? `, first ${first.outcome} with ${count(first.piles, "pile")}` : "";
  const played = count(actions.split(" ").filter(Boolean).length, "action");
  const when = new Date(changed).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  return [
    `${nameOf(rules, title)}, ${layoutWords(layout)} · ${dealWords(deal)}: ${count(piles, "pile")} after ${played}${end}${before}`,
    joined(", ", [CAME[came], when]),
  ];
}

/** List kept games but the current one; `take` gets the id of the one to go on with. */
export async function showGames({ current, take }) {
  let all = false;
  let page = 0;
  let games = await store.games();

  const list = h("ul#saved");
  const where = h("p", { role: "status" });
  const turn = (by) => () => {
    page += by;
    fill();
  };
  const newer = button("Newer", turn(-1));
  const older = button("Older", turn(1));
  const which = (label, value) => h("label",
    h("input", { type: "radio", name: "which", checked: value === all, onchange: () => {
      all = value;
      page = 0;
      fill();
    } }), ` ${label}`);

  function item(game) {
    const [told, small] = words(game);
    return h("li",
      button([told, h("small", small)], () => {
        made.close();
        take(game.id);
      }),
      isUnfinished(game) && button("Forget", () => store.putAway(game.id).catch((error) => {
        where.textContent = error.message;
      }), { "aria-label": `Forget ${told}`, title: "Leave it out of the unfinished games; it stays counted" }));
  }

  function fill() {
    const listed = games.filter((game) => game.id !== store.idOf(current) && (all || isUnfinished(game)));
    page = Math.max(0, Math.min(page, Math.ceil(listed.length / PAGE) - 1));
    const from = page * PAGE;
    const shown = listed.slice(from, from + PAGE);
    const none = all ? "There are none yet." : "There are none. A game that you leave before its end waits here.";
    list.replaceChildren(...(shown.length ? shown.map(item) : [h("li", none)]));
    where.textContent = listed.length > PAGE ? `${from + 1} to ${from + shown.length} of ${listed.length}` : "";
    newer.disabled = page === 0;
    older.disabled = from + PAGE >= listed.length;
    turning.hidden = listed.length <= PAGE;
  }

  const turning = h("p.buttons", newer, older);
  const made = dialog("games-dialog", "Games", [
    h("fieldset.row", h("legend.unseen", "Which games"), which("Unfinished", false), which("All", true)),
    list, where, turning,
  ]);
  const end = store.onChange(async () => {
    games = await store.games();
    fill();
  });
  fill();
  open(made, { end });
}

// Games that wait. Imports `dialogs` and `dom`.

import { dialog, open } from "../dialogs.js";
import { button, count, h } from "../dom.js";

const when = (saved) =>
  saved.when ? `, ${new Date(saved.when).toLocaleString([], { dateStyle: "medium", timeStyle: "short" })}` : "";

/** List unfinished games; `take` takes one up, `drop` forgets one. */
export function showGames(games, { take, drop }) {
  const items = games.map((saved) => {
    const words = `${saved.title ?? saved.address}: ${count(saved.piles ?? "?", "pile")} after ` +
      `${count(saved.actions ?? "?", "action")}${when(saved)}`;
    const item = h("li", {},
      button(words, () => {
        made.close();
        take(saved);
      }),
      button("Forget", () => {
        drop(saved);
        item.remove();
      }, { "aria-label": `Forget ${words}` }));
    return item;
  });
  const none = h("li", {}, "There are none. A game that you leave before its end waits here.");
  const made = dialog("games-dialog", "Unfinished games", h("ul", { id: "saved" }, items.length ? items : none));
  open(made);
}

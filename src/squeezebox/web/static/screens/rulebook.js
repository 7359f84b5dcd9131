// The rulebook: its pages, with examples to play on. Imports `dialogs`, `dom`, `service` and
// `example`.

import { dialog, open } from "../dialogs.js";
import { button, h } from "../dom.js";
import { rulebook, rulePage } from "../service.js";
import { boardKeys } from "./example.js";

/**
 * Show the rulebook's page of a name, or about any rule set by its text. `play` gets the parts
 * of a game and where it comes from; `tutorial` begins the first steps.
 */
export async function showRulebook(name, { play, tutorial }) {
  const before = []; // pages left by a link
  let shown = "";
  const article = h("article", { "aria-live": "off" });
  const list = h("select", { "aria-label": "Page", onchange: () => turn(list.value) });
  const back = button("Back", () => turn(before.pop(), true), { hidden: true });
  const made = dialog("rulebook-dialog", "The rulebook", [h("div.pages", list, back), article], { wide: true });
  const title = made.querySelector("h2");
  open(made, { end: () => article.replaceChildren() });

  async function turn(to, focus) {
    try {
      const page = await rulePage(to);
      shown = page.name;
      title.textContent = page.title;
      choose(page);
      // The one text that becomes elements as it is: the service's own, and escaped by it.
      article.innerHTML = page.html;
      if (article.querySelector("sb-example")) article.append(boardKeys());
      if (shown === "tutorial") {
        article.prepend(h("p", button("Begin", () => {
          made.close();
          tutorial();
        }, { class: "main" })));
      }
    } catch (error) {
      article.replaceChildren(h("p.problem", { role: "alert" }, error.message));
    }
    back.hidden = !before.length;
    made.scrollTop = 0;
    if (focus) title.focus();
  }

  /** Let the list show the page; one about a rule set that isn't listed is put in. */
  function choose(page) {
    if (![...list.options].some(({ value }) => value === page.name)) list.append(h("option", { value: page.name }, page.title));
    list.value = page.name;
  }

  article.onclick = (event) => {
    const link = event.target.closest("a[data-leaf]");
    if (!link) return;
    event.preventDefault();
    before.push(shown);
    turn(link.dataset.leaf, true);
  };
  article.addEventListener("table", ({ detail }) => {
    made.close();
    const from = `The rulebook: ${title.textContent}`;
    play({ ...detail, came: "rulebook", notes: { headers: { Source: from }, comments: {} } }, from);
  });

  try {
    for (const { name: value, title: words, group } of await rulebook()) {
      if (list.lastChild?.label !== group) list.append(h("optgroup", { label: group }));
      list.lastChild.append(h("option", { value }, words));
    }
  } catch {
    // what is wrong is said by the page that doesn't come either
  }
  await turn(name, true);
}

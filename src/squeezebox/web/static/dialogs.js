// The page's dialogs: choosing a game or a target, unfinished games, the record, the rules.
// They are the platform's own. Imports `cards`.

import { face, spoken } from "./cards.js";

const $ = (id) => document.getElementById(id);
const OWN = "own"; // the choice of a rule set written as text

let sets = [];

/** The rule set that a newcomer begins with. */
export const firstRules = () => sets[0].text;

export function closeAll() {
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
}

for (const button of document.querySelectorAll("dialog [data-close]")) {
  button.addEventListener("click", () => button.closest("dialog").close());
}
for (const form of document.querySelectorAll("dialog form")) {
  form.addEventListener("submit", (event) => event.preventDefault());
}

/** Open a dialog whose form does `work` on submit; a problem is told in it and it stays. */
function working(id, work, placed = false) {
  const dialog = $(id);
  const form = dialog.querySelector("form");
  const problem = dialog.querySelector(".problem");
  problem.textContent = "";
  let busy = false;
  form.onsubmit = async () => {
    if (busy) return; // a double click is one
    busy = true;
    try {
      await work(form);
      dialog.close();
    } catch (error) {
      problem.textContent = (placed ? error.place ?? "" : "") + error.message;
    }
    busy = false;
  };
  dialog.showModal();
  return form;
}

// ------------------------------------------------------------ choosing a game

/** Fill the list of rule sets. */
export function offer(ruleSets) {
  sets = ruleSets;
  const options = [...sets, { text: OWN, title: "One of your own, as text" }].map(({ text, title }) => {
    const option = document.createElement("option");
    option.value = text;
    option.textContent = title;
    return option;
  });
  $("rule-set").replaceChildren(...options);
  $("rule-set").addEventListener("change", chosen);
}

function chosen() {
  const form = $("rule-set").form;
  const set = sets.find(({ text }) => text === $("rule-set").value);
  $("own-rules-label").hidden = Boolean(set);
  const also = set?.other_names.length ? ` Also called ${set.other_names.join(", ")}.` : "";
  const only = set && set.layouts.length === 1 ? " It is played from the stock only." : "";
  $("summary").textContent = set ? set.summary + only + also : "A name, and changes in parentheses.";
  for (const radio of form.elements.layout) {
    radio.disabled = set ? !set.layouts.includes(radio.value) : false;
    if (radio.checked && radio.disabled) form.elements.layout.value = set.layouts[0];
  }
}

/** Ask for a game; `begin` gets its parts. */
export function chooseGame(view, begin) {
  const form = working("choose-dialog", () => {
    const { own, layout, deal, deck } = form.elements;
    const rules = $("rule-set").value === OWN ? own.value.trim() : $("rule-set").value;
    const parts = { rules, layout: layout.value };
    if (deck.value.trim() && deal.value.trim()) throw new Error("Give a deal number or a deck, not both.");
    if (deck.value.trim()) Object.assign(parts, { deck: deck.value.trim(), deal: null });
    else if (deal.value.trim()) parts.deal = deal.value.trim();
    return begin(parts);
  });
  const known = sets.some(({ text }) => text === view.rules.text);
  $("rule-set").value = known ? view.rules.text : OWN;
  if (!known) form.elements.own.value = view.rules.text;
  form.elements.layout.value = view.layout;
  form.elements.deal.value = "";
  form.elements.deck.value = "";
  chosen();
}

/** Ask for the target among cards; a promise of the card, or of null if none was chosen. */
export function chooseTarget(cards) {
  const dialog = $("target-dialog");
  return new Promise((resolve) => {
    let choice = null;
    $("choices").replaceChildren(
      ...cards.map((card) => {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "choice";
        button.setAttribute("aria-label", spoken(card));
        button.append(face(card));
        button.addEventListener("click", () => {
          choice = card;
          dialog.close();
        });
        return button;
      }),
    );
    dialog.addEventListener("close", () => resolve(choice), { once: true });
    dialog.showModal();
  });
}

// ------------------------------------------------------------ games, record, help

/** List unfinished games; `take` takes one up, `drop` forgets one. */
export function showGames(games, { take, drop }) {
  const dialog = $("games-dialog");
  const items = games.map((saved) => {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    const when = saved.when ? `, ${new Date(saved.when).toLocaleString([], { dateStyle: "medium", timeStyle: "short" })}` : "";
    button.textContent = `${saved.title ?? saved.address}: ${saved.piles ?? "?"} piles after ${saved.actions ?? "?"} actions${when}`;
    button.addEventListener("click", () => {
      dialog.close();
      take(saved);
    });
    const away = document.createElement("button");
    away.type = "button";
    away.textContent = "Forget";
    away.setAttribute("aria-label", `Forget ${button.textContent}`);
    away.addEventListener("click", () => {
      drop(saved);
      item.remove();
    });
    item.append(button, away);
    return item;
  });
  if (!items.length) {
    const none = document.createElement("li");
    none.textContent = "There are none. A game that you leave before its end waits here.";
    items.push(none);
  }
  $("saved").replaceChildren(...items);
  dialog.showModal();
}

$("copy").addEventListener("click", async () => {
  const area = $("record-dialog").querySelector("textarea");
  area.select();
  try {
    await navigator.clipboard.writeText(area.value);
    $("copy").textContent = "Copied";
  } catch {
    $("copy").textContent = "Selected";
  }
});

/** Show the record; `open` gets another one that was put in its place. */
export function showRecord(record, open) {
  const form = working("record-dialog", () => open(form.elements.text.value), true);
  form.elements.text.oninput = () => ($("copy").textContent = "Copy");
  form.elements.text.value = record;
  $("copy").textContent = "Copy";
}

/** Show how the rule set in play is played, and the keys. */
export function showHelp(rules) {
  $("rule-title").textContent = rules.title;
  $("rule").replaceChildren(
    ...rules.explained.map((words) => {
      const item = document.createElement("li");
      item.textContent = words;
      return item;
    }),
  );
  $("help-dialog").showModal();
}

// Choosing a game: rule set, layout, deal. Imports `dialogs`, `dom`, `game` and the names of days.

import { closing, dialog, form, open } from "../dialogs.js";
import { button, h } from "../dom.js";
import { nextDeal } from "../game.js";
import { dailyDeal, dayOf, dayWords } from "../keep/daily.js";
import { CALM, newest, problemOf } from "./reading.js";

const OWN = "own"; // the choice of a rule set written as text

/**
 * Ask for a game. `sets`: the named rule sets; `own`: the player's, {text, name}; `view`: the game
 * in play; `read`: a promise of the rule set that a text means; `begin` gets the parts of a game,
 * `build` is called for the form that builds rule sets; `today()`: the player's day.
 */
export function chooseGame({ sets, own, view, read, begin, build, today = dayOf }) {
  const problems = Object.fromEntries(["rules", "deal", "deck"].map((name) => [name, problemOf(`choose-${name}`)]));
  const described = (name) => ({ "aria-describedby": problems[name].id });
  const summary = h("p", { id: "summary", class: "note" });
  const ownLabel = h("label", { id: "own-rules-label" }, "As text",
    h("input", { name: "own", autocomplete: "off", spellcheck: "false", maxlength: 200, oninput: () => typed(),
      placeholder: `${sets[0].text}(distances=1,4; goal=2)`, ...described("rules") }));
  const expected = h("span", { id: "cards-expected", class: "note" });
  const option = ({ text, title, name }) => h("option", { value: text }, name ?? title);
  const follows = view.deal === null ? null : nextDeal(view.deal);
  const way = (value, words, ...more) => [
    h("label", {}, h("input", { type: "radio", name: "way", value, checked: value === "new", onchange: more[0] && (() => more[0].focus()) }), words),
    ...more,
  ];
  const number = h("input", {
    name: "deal", inputmode: "numeric", autocomplete: "off", maxlength: 20, "aria-label": "Deal number",
    placeholder: "0 to 4294967295", oninput: () => take("number"), ...described("deal"),
  });
  const deck = h("textarea", {
    name: "deck", rows: 2, maxlength: 1000, spellcheck: "false", autocomplete: "off", "aria-label": "Cards of the deck",
    placeholder: "6H KS TC …", oninput: () => {
      take("deck");
      countCards();
    }, ...described("deck"),
  });
  const made = form(start, [
    h("label", {}, "Rule set ", h("select", { id: "rule-set", name: "rules", onchange: chosen },
      own.length ? h("optgroup", { label: "Your own" }, own.map(option)) : null,
      h("optgroup", { label: "Named" }, sets.map(option)),
      h("option", { value: OWN }, "Another, as text"))),
    ownLabel, problems.rules, summary,
    h("p", { class: "buttons start" }, button("Build a rule set…", () => {
      shown.close();
      build();
    }, { id: "build" })),
    h("fieldset", {},
      h("legend", {}, "Layout"),
      h("label", {}, h("input", { type: "radio", name: "layout", value: "open", checked: true }), " Open: the whole deck lies in the row"),
      h("label", {}, h("input", { type: "radio", name: "layout", value: "stock" }), " Deal as you go, from the stock")),
    h("fieldset", { id: "deals" },
      h("legend", {}, "Deal"),
      way("new", "A new one"),
      follows === null ? null : way("next", `The next one, ${follows}`),
      way("daily", `Today’s, ${dayWords(today())}`),
      way("number", "This number:", number, problems.deal),
      way("deck", ["A deck of your own: ", expected], deck, problems.deck)),
  ], [closing("Cancel"), h("button", { class: "main" }, "Start")]);
  const { elements } = made;

  /** The parts of the game that was chosen. */
  function parts() {
    const game = { rules: elements.rules.value === OWN ? elements.own.value.trim() : elements.rules.value, layout: elements.layout.value };
    const day = today();
    return {
      new: { ...game, came: "new" },
      next: { ...game, deal: follows, came: "next" },
      daily: { ...game, deal: dailyDeal(day), daily: day, came: "daily" },
      number: { ...game, deal: number.value.trim(), came: "number" },
      deck: { ...game, deck: deck.value.trim(), deal: null, came: "own deck" },
    }[elements.way.value];
  }

  const wrong = (name, words, field) => {
    problems[name].textContent = words;
    field.focus();
  };

  /** Begin the game; what is wrong is told where it stands, and nothing that was typed is lost. */
  async function start() {
    for (const problem of Object.values(problems)) problem.textContent = "";
    const chosen = parts();
    try {
      if (!chosen.rules) throw Object.assign(new Error("A rule set is expected."), { line: 1 });
      if (chosen.deal === "") throw Object.assign(new Error("A number is expected."), { line: 3 });
      if (chosen.deck === "") throw Object.assign(new Error("Cards are expected."), { line: 3 });
      return await begin(chosen);
    } catch (error) {
      // The record's lines: rule set, layout, deal or deck.
      if (error.line === 1 && !ownLabel.hidden) wrong("rules", error.message, elements.own);
      else if (error.line === 3 && chosen.deck === undefined) wrong("deal", error.message, number);
      else if (error.line === 3) {
        wrong("deck", error.message, deck);
        const from = deck.value.search(/\S|$/) + (error.column ?? 8) - '[Deck "'.length - 1;
        const length = /^[^\s,]*/.exec(deck.value.slice(from))[0].length;
        deck.setSelectionRange(from, from + length);
      } else throw error;
      return false; // it stays open
    }
  }

  function take(value) {
    elements.way.value = value;
  }

  let rules = view.rules;
  function countCards() {
    const cards = deck.value.split(/[\s,]+/).filter(Boolean).length;
    expected.textContent = rules ? `${cards} of ${rules.deck} cards` : "";
  }

  /** Show the rule set that is chosen, once it is known; otherwise it can't be read. */
  function tell(known) {
    rules = known || null;
    const also = rules?.other_names?.length ? ` Also called ${rules.other_names.join(", ")}.` : "";
    const only = rules?.layouts.length === 1 ? " It is played from the stock only." : "";
    const told = rules && (rules.named ? rules.summary : rules.explained.join(" "));
    summary.textContent = rules ? told + only + also : "A name, and changes in parentheses.";
    for (const radio of elements.layout) {
      radio.disabled = rules ? !rules.layouts.includes(radio.value) : false;
      if (radio.checked && radio.disabled) elements.layout.value = rules.layouts[0];
    }
    countCards();
  }

  const want = newest((found) => {
    tell(found instanceof Error ? null : found);
    problems.rules.textContent = found instanceof Error ? found.message : "";
  });
  const ownText = () => elements.own.value.trim();
  const typed = () => want(() => ownText() && read(ownText()), CALM);

  function chosen() {
    const { value } = elements.rules;
    ownLabel.hidden = value !== OWN;
    if (value === OWN) typed();
    else want(() => sets.find(({ text }) => text === value) ?? read(value));
  }

  const shown = dialog("choose-dialog", "Choose a game", made);
  const known = [...sets, ...own].some(({ text }) => text === view.rules.text);
  elements.rules.value = known ? view.rules.text : OWN;
  if (!known) elements.own.value = view.rules.text;
  elements.layout.value = view.layout;
  chosen();
  open(shown);
}

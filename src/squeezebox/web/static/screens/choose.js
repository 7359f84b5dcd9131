// Choosing a game: rule set, layout, deal. Imports `dialogs`, `dom`, `difficulty`, `game` and the names of days.

import { closing, dialog, form, open } from "../dialogs.js";
import { setWish, stepChoice, wish } from "../difficulty.js";
import { button, h } from "../dom.js";
import { nextDeal } from "../game.js";
import { dailyDeal, dayOf, dayWords } from "../keep/daily.js";
import { CALM, newest, problemOf } from "./reading.js";

const OWN = "own"; // the choice of a rule set written as text
const BEFORE_DECK = '[Deck "'.length; // in the record's third line

/** The layout that the player chose last where there was a choice. */
let wanted = "open";

/**
 * Ask for a game. `sets`: the named rule sets; `own`: the player's, {text, name}; `view`: the game
 * in play; `read`: a promise of the rule set that a text means; `begin` gets the parts of a game,
 * `build` is called for the form that builds rule sets.
 */
export function chooseGame({ sets, own, view, read, begin, build }) {
  let rules = view.rules; // as chosen; null while its text can't be read
  const follows = view.deal === null ? null : nextDeal(view.deal);
  const summary = h("p#summary.note");
  const expected = h("span#cards-expected.note");

  /** Something typed: the field, and a line for what is wrong with it. */
  function typed(tag, name, oninput, attributes) {
    const problem = problemOf(`choose-${name}`);
    const field = h(tag, { name, oninput, autocomplete: "off", spellcheck: "false", "aria-describedby": problem.id, ...attributes });
    return { field, problem };
  }
  const text = typed("input", "own", () => readOwn(), { maxlength: 200, placeholder: `${sets[0].text}(distances=1,4; goal=2)` });
  const number = typed("input", "deal", () => take("number"), {
    inputmode: "numeric", maxlength: 20, placeholder: "0 to 4294967295", "aria-label": "Deal number",
  });
  const deck = typed("textarea", "deck", () => {
    take("deck");
    countCards();
  }, { rows: 2, maxlength: 1000, placeholder: "6H KS TC …", "aria-label": "Cards of the deck" });

  const winnable = h("input", { type: "checkbox", id: "wish-winnable", checked: wish().winnable, onchange: () => take("new") });
  const step = stepChoice("wish-step", wish().step, () => take("new"));

  const radio = (name, value, words, attributes = {}) =>
    h("label", h("input", { type: "radio", name, value, ...attributes }), words);
  const way = (value, words, { field, problem } = {}) =>
    [radio("way", value, words, { onchange: () => field?.focus() }), field, problem];
  const option = ({ text: value, title, name }) => h("option", { value }, name ?? title);
  const textLabel = h("label#own-rules-label", "As text", text.field);
  const made = form(start, [
    h("label", "Rule set ", h("select#rule-set", { name: "rules", onchange: chosen },
      own.length ? h("optgroup", { label: "Your own" }, own.map(option)) : null,
      h("optgroup", { label: "Named" }, sets.map(option)),
      h("option", { value: OWN }, "Another, as text"))),
    textLabel, text.problem, summary,
    h("p.buttons.start", button("Build a rule set…", () => {
      shown.close();
      build();
    }, { id: "build" })),
    h("fieldset",
      h("legend", "Layout"),
      radio("layout", "open", "Open: the whole deck lies in the row", { onchange: () => (wanted = "open") }),
      radio("layout", "stock", "Deal as you go, from the stock", { onchange: () => (wanted = "stock") })),
    h("fieldset#deals",
      h("legend", "Deal"),
      way("new", "A new one"),
      h("div.wish", h("label", "Difficulty", step), h("label", winnable, "Winnable for sure")),
      follows === null ? null : way("next", `The next one, ${follows}`),
      way("daily", `Today’s, ${dayWords(dayOf())}`),
      way("number", "This number:", number),
      way("deck", ["A deck of your own: ", expected], deck)),
  ], [closing("Cancel"), h("button.main", "Start")]);
  const { elements } = made;
  const take = (value) => (elements.way.value = value);
  const written = () => text.field.value.trim();

  /** The parts of the game that was chosen. */
  function parts() {
    const day = dayOf();
    return {
      rules: elements.rules.value === OWN ? written() : elements.rules.value,
      layout: elements.layout.value,
      ...{
        new: { came: "new" },
        next: { deal: follows, came: "next" },
        daily: { deal: dailyDeal(day), daily: day, came: "daily" },
        number: { deal: number.field.value.trim(), came: "number" },
        deck: { deck: deck.field.value.trim(), deal: null, came: "own deck" },
      }[elements.way.value],
    };
  }

  function fail({ field, problem }, words) {
    problem.textContent = words;
    field.focus();
    return false; // the form stays open
  }

  /** Begin the game; what is wrong is told where it stands, and nothing that was typed is lost. */
  async function start() {
    for (const { problem } of [text, number, deck]) problem.textContent = "";
    const fields = { 1: !textLabel.hidden && text, 3: { number, deck }[elements.way.value] }; // by the record's lines
    const empty = Object.values(fields).find((each) => each && !each.field.value.trim());
    if (empty) return fail(empty, "Something is expected here.");
    setWish({ step: step.selectedIndex, winnable: winnable.checked });
    try {
      return await begin(parts());
    } catch (error) {
      const wrong = fields[error.line];
      if (!wrong) throw error;
      fail(wrong, error.message);
      if (wrong === deck) {
        const { value } = deck.field;
        const from = value.search(/\S/) + error.column - 1 - BEFORE_DECK;
        deck.field.setSelectionRange(from, from + /^[^\s,]*/.exec(value.slice(from))[0].length);
      }
      return false;
    }
  }

  function countCards() {
    const cards = deck.field.value.split(/[\s,]+/).filter(Boolean).length;
    expected.textContent = rules ? `${cards} of ${rules.deck} cards` : "";
  }

  function tell(found) {
    const failed = found instanceof Error;
    rules = failed ? null : found;
    text.problem.textContent = failed ? found.message : "";
    const also = rules?.other_names?.length ? ` Also called ${rules.other_names.join(", ")}.` : "";
    const only = rules?.layouts.length === 1 ? " It is played from the stock only." : "";
    const told = rules && (rules.named ? rules.summary : rules.explained.join(" "));
    summary.textContent = rules ? told + only + also : "A name, and changes in parentheses.";
    for (const each of elements.layout) each.disabled = rules ? !rules.layouts.includes(each.value) : false;
    elements.layout.value = rules && !rules.layouts.includes(wanted) ? rules.layouts[0] : wanted;
    countCards();
  }

  const want = newest(tell);
  const readOwn = () => want(() => (written() ? read(written()) : null), CALM);

  function chosen() {
    const { value } = elements.rules;
    textLabel.hidden = value !== OWN;
    if (value === OWN) readOwn();
    else want(() => sets.find((set) => set.text === value) ?? read(value));
  }

  const shown = dialog("choose-dialog", "Choose a game", made);
  const known = [...sets, ...own].some((set) => set.text === view.rules.text);
  elements.rules.value = known ? view.rules.text : OWN;
  if (!known) text.field.value = view.rules.text;
  if (view.rules.layouts.length > 1) wanted = view.layout;
  take("new");
  chosen();
  open(shown);
}

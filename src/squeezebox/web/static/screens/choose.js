// Choosing a game: rule set, layout, deal. Imports `dialogs` and `dom`.

import { closing, dialog, form, open } from "../dialogs.js";
import { $, h } from "../dom.js";

const OWN = "own"; // the choice of a rule set written as text

/** Ask for a game among `sets` of rules; `begin` gets its parts. `view`: the game in play. */
export function chooseGame(sets, view, begin) {
  const made = form(() => {
    const { rules, own, layout, deal, deck } = made.elements;
    const parts = { rules: rules.value === OWN ? own.value.trim() : rules.value, layout: layout.value };
    if (deck.value.trim() && deal.value.trim()) throw new Error("Give a deal number or a deck, not both.");
    if (deck.value.trim()) Object.assign(parts, { deck: deck.value.trim(), deal: null });
    else if (deal.value.trim()) parts.deal = deal.value.trim();
    return begin(parts);
  }, [
    h("label", {}, "Rule set ", h("select", { id: "rule-set", name: "rules", onchange: chosen },
      [...sets, { text: OWN, title: "One of your own, as text" }].map(({ text, title }) =>
        h("option", { value: text }, title)))),
    h("label", { id: "own-rules-label" }, "As text",
      h("input", { name: "own", autocomplete: "off", spellcheck: "false", maxlength: 200, placeholder: `${sets[0].text}(distances=1,4; goal=2)` })),
    h("p", { id: "summary", class: "note" }),
    h("fieldset", {},
      h("legend", {}, "Layout"),
      h("label", {}, h("input", { type: "radio", name: "layout", value: "open", checked: true }), " Open: the whole deck lies in the row"),
      h("label", {}, h("input", { type: "radio", name: "layout", value: "stock" }), " Deal as you go, from the stock")),
    h("label", {}, "Deal number ",
      h("input", { name: "deal", inputmode: "numeric", autocomplete: "off", maxlength: 20, placeholder: "any: a new one" })),
    h("label", {}, "Or a deck of your own ",
      h("textarea", { name: "deck", rows: 2, maxlength: 1000, spellcheck: "false", autocomplete: "off", placeholder: "6H KS TC …" })),
  ], [closing("Cancel"), h("button", { class: "main" }, "Start")]);

  function chosen() {
    const set = sets.find(({ text }) => text === made.elements.rules.value);
    $("own-rules-label").hidden = Boolean(set);
    const also = set?.other_names.length ? ` Also called ${set.other_names.join(", ")}.` : "";
    const only = set && set.layouts.length === 1 ? " It is played from the stock only." : "";
    $("summary").textContent = set ? set.summary + only + also : "A name, and changes in parentheses.";
    for (const radio of made.elements.layout) {
      radio.disabled = set ? !set.layouts.includes(radio.value) : false;
      if (radio.checked && radio.disabled) made.elements.layout.value = set.layouts[0];
    }
  }

  const shown = dialog("choose-dialog", "Choose a game", made);
  const known = sets.some(({ text }) => text === view.rules.text);
  made.elements.rules.value = known ? view.rules.text : OWN;
  if (!known) made.elements.own.value = view.rules.text;
  made.elements.layout.value = view.layout;
  chosen();
  open(shown);
}

// Rule sets of the player's own: built in a form, named, kept, played, shared. Imports `dialogs`,
// `dom` and a line for problems. What a rule set is and means, the service says: fields become text.

import { closing, confirmed, dialog, form, open } from "../dialogs.js";
import { button, h } from "../dom.js";
import { cleanName, LONGEST_NAME } from "../game.js";
import { CALM, newest, problemOf } from "./reading.js";
import { copy } from "./record.js";

/**
 * Show the form. `sets`: the named rule sets to begin from; `keys`: what can be changed; `read`: a
 * promise of the rule set that a text means; `own()`: the kept ones, {text, name}; `keep({text,
 * name})`, `forget(text)`: promises; `play` gets the parts of a game; `link(text, name)`: an address;
 * `text`, `name`: the rule set to begin with.
 */
export function showRulesForm({ sets, keys, read, own, keep, forget, play, link, text = sets[0].text, name = "" }) {
  let rules = null; // as the fields say; null while they make no sense
  let base = {}; // the values of the one that it is made from

  const list = h("ul#own-sets");
  const start = h("select#rules-base", { onchange: () => load(start.value) },
    sets.map((set) => h("option", { value: set.text }, set.title)));
  const fields = keys.map(({ key, label, values }) => {
    const id = `rules-${key}`;
    const problem = problemOf(id);
    const field = values.length
      ? h("select", { id, "aria-describedby": problem.id, onchange: () => changed() }, values.map(({ value, label: words }) => h("option", { value }, words)))
      : h("input", { id, "aria-describedby": problem.id, autocomplete: "off", maxlength: 160, oninput: () => changed() });
    return { key, field, problem, part: h("div", h("label", label, field), problem) };
  });
  const other = problemOf("rules-form");
  const told = h("div#rules-told", { role: "status" });
  const called = h("input#rules-name", { autocomplete: "off", maxlength: LONGEST_NAME });
  const address = h("input#rules-link", { readonly: true, "aria-label": "Link", hidden: true });
  const said = h("p.note", { role: "status" });

  const written = () => {
    const changes = fields.map(({ key, field }) => [key, field.value.trim()])
      .filter(([key, value]) => value !== base[key])
      .map((change) => change.join("="));
    return `${start.value}(${changes.join("; ")})`;
  };

  function problem(error) {
    for (const each of fields) {
      const here = Boolean(error) && each.key === error.key;
      each.problem.textContent = here ? error.message : "";
      each.field.setAttribute("aria-invalid", here);
    }
    other.textContent = error && !fields.some(({ key }) => key === error.key) ? error.message : "";
  }

  function tell(found) {
    const isRules = !(found instanceof Error);
    rules = isRules ? found : null;
    if (rules?.origin) fill(rules);
    problem(isRules ? null : found);
    address.hidden = true;
    for (const each of [playing, linking]) each.disabled = !isRules;
    keeping.disabled = called.disabled = !isRules || found.named;
    const same = isRules && (found.named ? `This is ${found.title}.` : own().find((set) => set.text === found.text)?.name);
    told.replaceChildren(...(isRules ? [
      h("p", h("code", found.text)),
      h("ul", found.explained.map((words) => h("li", words))),
      ...(same ? [h("p", h("strong", found.named ? same : `You call it “${same}”.`))] : []),
    ] : []));
  }

  const want = newest(tell);
  const reading = () => want(() => read(written()));
  const changed = () => {
    said.textContent = "";
    return want(() => read(written()), CALM);
  };

  /** Fill the form from a text. */
  const load = (from, as = "") => want(async () => {
    const found = await read(from);
    return { ...found, as, origin: found.base === found.text ? found : await read(found.base) };
  });

  function fill({ base: origin, values: set, as, origin: { title, values: its } }) {
    base = its;
    if (![...start.options].some(({ value }) => value === origin)) start.append(h("option", { value: origin }, title));
    start.value = origin;
    for (const { key, field } of fields) field.value = set[key];
    called.value = as;
  }

  function refresh() {
    const sets = own();
    list.hidden = !sets.length;
    list.replaceChildren(...sets.map((set) => h("li",
      h("div", h("strong", set.name), h("small", set.text)),
      button("Change", () => load(set.text, set.name).then(() => start.focus()), { "aria-label": `Change ${set.name}` }),
      button("Forget", () => drop(set), { "aria-label": `Forget ${set.name}` }))));
  }

  async function drop({ text: which, name: its }) {
    if (!(await confirmed(`Forget “${its}”?`, "Its games and results stay.", "Forget"))) return;
    try {
      await forget(which);
      said.textContent = `“${its}” is forgotten.`;
    } catch (error) {
      said.textContent = error.message;
    }
    refresh();
  }

  async function begin() {
    await reading();
    try {
      if (rules && (await play({ rules: rules.text, layout: rules.layouts[0], came: "new" })) !== false) shown.close();
    } catch (error) {
      said.textContent = error.message;
    }
  }

  /** Keep what the fields say, under the name. */
  async function kept() {
    await reading();
    if (!rules || rules.named) return false; // the form says why
    const its = cleanName(called.value);
    if (!its) {
      called.focus();
      throw new Error("Give it a name to keep it.");
    }
    const twin = own().find((set) => set.name === its && set.text !== rules.text);
    if (twin) throw new Error(`You call another rule set so: ${twin.text}.`);
    const named = sets.find(({ title }) => title.toLowerCase() === its.toLowerCase());
    if (named) throw new Error(`Another rule set is called so: ${named.text}.`);
    await keep({ text: rules.text, name: its });
    said.textContent = `Kept as “${its}”.`;
    refresh();
    tell(rules);
    return false; // the form stays open
  }

  async function share() {
    await reading();
    if (!rules) return;
    address.value = link(rules.text, rules.named ? "" : cleanName(called.value));
    address.hidden = false;
    copy(address, linking);
  }

  const playing = button("Play", begin, { id: "rules-play" });
  const linking = button("Copy link", share, { id: "rules-share" });
  const keeping = h("button#rules-keep.main", "Keep");
  const shown = dialog("rules-dialog", "Rule sets of your own", [
    list,
    form(kept, [
      h("label", "Made from", start),
      h("div.fields", fields.map(({ part }) => part)),
      other, told,
      h("label", "Its name", called), address, said,
    ], [closing("Close"), linking, playing, keeping]),
  ], { wide: true });
  refresh();
  load(text, name);
  open(shown);
}

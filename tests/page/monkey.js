// The monkey's hands and eyes in the page: it chooses an input among all that can be seen, does
// it, and tells what the page shows. `test_monkeys.py` drives it. What is chosen depends on the
// seed and on what the page shows then, nothing else.

window.monkey = (() => {
  /** Mulberry32: numbers from 0 to 1 that follow from a seed. */
  const randomly = (seed) => () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };

  // Deals that nobody chose are the same in every run.
  const dealing = randomly([...location.search].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) | 0, 7));
  crypto.getRandomValues = (array) => array.map(() => Math.floor(dealing() * 2 ** 32));

  // What has been asked of the service and isn't answered yet: the page reads each answer as JSON,
  // and only then goes on. Nobody waits for the coach.
  let asked = 0;
  const { fetch } = window;
  window.fetch = async (...asking) => {
    if (String(asking[0]).includes("/api/coach/")) return fetch(...asking);
    asked += 1;
    try {
      const response = await fetch(...asking);
      const json = response.json.bind(response);
      response.json = () => json().finally(() => (asked -= 1));
      return response;
    } catch (error) {
      asked -= 1;
      throw error;
    }
  };

  let random = Math.random;
  const below = (number) => Math.floor(random() * number);
  const one = (list) => list[below(list.length)];
  const chance = (part) => random() < part;

  /** One of {name: weight}. */
  function weighed(weights) {
    let left = random() * Object.values(weights).reduce((sum, weight) => sum + weight, 0);
    return Object.keys(weights).find((name) => (left -= weights[name]) < 0);
  }

  // ------------------------------------------------------------ what there is

  /** What leads out of the page, or waits for what isn't in it. */
  const SHUT = "a:not([data-leaf]), [type=file], label:has([type=file]), #export, #updated, #share-away";
  const CONTROLS = "button, input, select, textarea, summary, label:has(input), .pile, a";
  const BEGIN = "#new, #next, #restart, #outcome-new, #outcome-next, #daily";
  const KEYS = [
    ..."hljkgduroipsm:?b", ..."acwv", ..."123456789", ..."13", ..."hjkl", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "ArrowLeft",
    "ArrowRight", "Home", "End", "Escape", "Enter", " ", "Enter", "Escape", "Tab", "Backspace", "Delete", "F2", "PageDown", "q", "0", "-", "x",
  ];
  const RARE = ["n", "N", "D"];
  const TEXTS = [
    "", "d", "d3", "d*", "2-1", "4-1", "3-2", "5_4", "1-2", "x3", "x3-4", "99-98", "0-0", "-1", "1", "7", "52", "999",
    "abc", "♥", "<b>x</b>", '"];', "1e9", " 3 ", "6H KS TC", "accordion(distances=1,4; goal=2)", "bayan(", "4294967295",
    "[Rules \"x\"]", "[Deal \"1\"]\n\n42-39", "{", "undefined", "\u202e", "💥",
  ];

  let modules = null;
  const page = async () => {
    const { content } = document.querySelector("meta[name=build]");
    const names = ["screen", "games", "game", "lines", "entries", "keep/store", "keep/transfer"];
    modules ??= Object.assign({}, ...await Promise.all(names.map((name) => import(`/static/${content}/${name}.js`))));
    return modules;
  };

  const opened = () => [...document.querySelectorAll("dialog[open]")];
  const usable = (element) => !element.disabled && element.checkVisibility({ visibilityProperty: true }) && !element.closest(SHUT);

  function controls(within = document) {
    return [...within.querySelectorAll(CONTROLS)].filter(usable);
  }

  /** Where an element is hit; `high` is how far down in it. */
  function pointOf(element, high = 0.2 + random() * 0.6) {
    element.scrollIntoView({ block: "nearest" });
    const box = element.getBoundingClientRect();
    return { x: Math.round(box.left + box.width * (0.2 + random() * 0.6)), y: Math.round(box.top + box.height * high) };
  }

  const click = (element, high) => ({ does: "click", on: nameOf(element), ...pointOf(element, high) });
  const nameOf = (element) => element.id || element.dataset?.card || element.name || element.textContent.trim().slice(0, 20) || element.tagName;

  /** Two ends of a legal action, if there is one. */
  function legal({ now }) {
    const from = now.view.destinations.map((ends, index) => (ends.length ? index : -1)).filter((index) => index >= 0);
    if (!from.length || document.querySelectorAll("#row > .pile").length !== now.view.row.length) return null;
    const source = one(from);
    const { pile, under } = one(now.view.destinations[source]);
    return [now.selected - 1, source, pile - 1, under ? 0.8 : 0.2];
  }

  // ------------------------------------------------------------ choosing

  let next = null; // the second half of an action

  function text(within) {
    const fields = [...within.querySelectorAll("input:not([type=radio], [type=checkbox], [type=range], [readonly]), textarea:not([readonly]), select:has(option)")].filter(usable);
    if (!fields.length) return null;
    const field = one(fields);
    const value = field.tagName === "SELECT" ? one([...field.options]).value : chance(0.2) ? field.value.slice(0, below(200)) : one(TEXTS);
    return { does: "fill", on: nameOf(field), field, value, ...pointOf(field) };
  }

  function inDialog(dialogs) {
    const within = one(dialogs);
    const does = weighed({ control: 55, text: 20, close: 15, key: 8, point: 2 });
    if (does === "text") {
      const made = text(within);
      if (made) return made;
    }
    if (does === "close") return { does: "key", key: "Escape", shift: false };
    if (does === "key") return { does: "key", key: one(KEYS), shift: chance(0.1) };
    if (does === "point") return point();
    const all = controls(within);
    return all.length ? click(one(all)) : { does: "key", key: "Escape", shift: false };
  }

  const point = () => ({ does: "click", on: "anywhere", x: below(innerWidth), y: below(innerHeight) });

  function choose(parts, real) {
    if (next) {
      const made = next;
      next = null;
      return made();
    }
    const dialogs = opened();
    if (dialogs.length) return inDialog(dialogs);
    const piles = [...document.querySelectorAll("#row > .pile")];
    const { view } = parts.now;
    const does = weighed({
      legal: 14, pile: 10, control: 7, menu: 2, key: 40, rare: view.outcome === "open" ? 0.2 : 5, deal: view.stock ? 6 : 0.2,
      line: 4, slide: 1, back: 3, point: 2, escape: 3, drag: real ? 30 : 0,
    });
    if (does === "legal") {
      const found = legal(parts);
      if (found) {
        const [selected, source, destination, high] = found;
        const second = () => (piles[destination]?.isConnected ? click(piles[destination], high) : click(one(controls())));
        if (selected === source) return second();
        if (selected < 0) {
          next = second;
          return click(piles[source]);
        }
        return { does: "key", key: "Escape", shift: false };
      }
    }
    if (does === "drag" && piles.length) {
      const from = one(piles);
      const ends = [...piles, $("heap-area"), $("message"), $("undo")].filter(usable);
      const found = chance(0.6) ? legal(parts) : null;
      const [start, end] = found ? [pointOf(piles[found[1]]), pointOf(piles[found[2]], found[3])] : [pointOf(from), pointOf(one(ends))];
      return { does: "drag", on: nameOf(from), ...start, to: end };
    }
    if (does === "key") return { does: "key", key: one(KEYS), shift: chance(0.1) };
    if (does === "rare") return { does: "key", key: one(RARE), shift: false };
    if (does === "escape") return { does: "key", key: "Escape", shift: false };
    if (does === "deal" && usable($("stock"))) return click(chance(0.8) ? $("stock") : $("deal-several"));
    if (does === "slide" && usable($("time"))) {
      return { does: "fill", on: "time", field: $("time"), value: String(below(Number($("time").max) + 1)) };
    }
    if (does === "line") {
      if (usable($("typed"))) {
        next = () => ({ does: "key", key: "Enter", shift: false });
        const found = view.outcome === "open" && chance(0.6) ? legal(parts) : null;
        const value = found ? `${found[1] + 1}${found[3] > 0.5 ? "_" : "-"}${found[2] + 1}` : one(TEXTS);
        return { does: "fill", on: "typed", field: $("typed"), value, ...pointOf($("typed")) };
      }
      return { does: "key", key: one(":g:"), shift: false };
    }
    if (does === "back") return click(one([$("undo"), $("redo"), $("undo")]));
    if (does === "menu") return click($("menu"));
    if (does === "control") {
      const found = one(controls());
      if (found && (!found.matches(BEGIN) || view.outcome !== "open" || chance(0.1))) return click(found);
    }
    if (does === "point") return point();
    return piles.length ? click(one(piles)) : click(one(controls()));
  }

  const $ = (id) => document.getElementById(id);

  // ------------------------------------------------------------ doing

  function press({ x, y }) {
    const hit = document.elementFromPoint(x, y);
    if (!hit || hit.closest(SHUT)) return;
    const common = { bubbles: true, cancelable: true, composed: true, clientX: x, clientY: y, detail: 1, isPrimary: true };
    const menu = document.querySelector(":popover-open");
    if (menu && !hit.closest("[popover], [popovertarget]")) menu.hidePopover(); // as browsers do
    hit.dispatchEvent(new PointerEvent("pointerdown", common));
    if (hit.dispatchEvent(new MouseEvent("mousedown", common))) hit.closest("button, input, select, textarea, [tabindex]")?.focus();
    hit.dispatchEvent(new PointerEvent("pointerup", common));
    hit.dispatchEvent(new MouseEvent("mouseup", common));
    hit.dispatchEvent(new PointerEvent("click", common));
  }

  function strike({ key, shift }) {
    const on = document.activeElement ?? document.body;
    const code = /^[0-9]$/.test(key) ? `Digit${key}` : "";
    const shown = shift && code ? "!@#$%^&*("[key - 1] ?? key : shift && /^[a-z]$/.test(key) ? key.toUpperCase() : key;
    const common = { bubbles: true, cancelable: true, composed: true, key: shown, code, shiftKey: shift || /^[A-Z]$/.test(key) };
    const plain = on.dispatchEvent(new KeyboardEvent("keydown", common));
    if (plain && key === "Escape") {
      const menu = document.querySelector(":popover-open");
      if (menu) menu.hidePopover();
      else opened().at(-1)?.requestClose();
    }
    if (plain && key === "Enter" && on.matches("input") && on.form) on.form.requestSubmit();
    else if (plain && (key === "Enter" || key === " ") && on.matches("button") && !on.closest(SHUT)) on.click();
    on.dispatchEvent(new KeyboardEvent("keyup", common));
  }

  function fill({ field, value }) {
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }

  const DOES = { click: press, key: strike, fill };

  const pause = () => new Promise((done) => setTimeout(done));

  /** Wait until the page has done all it was asked; whether it has: a dialog may wait for an answer. */
  async function idle() {
    const { inTurn } = await page();
    let done = false;
    inTurn(() => {}).then(() => (done = true));
    while ((!done || asked) && !opened().length) await pause();
    await pause(); // an answer may open a dialog
    return !opened().length;
  }

  const told = ({ does, on, key, shift, value, to }) => [does, shift && "Shift", key, on, value && JSON.stringify(value.slice(0, 40)), to && "dragged"].filter(Boolean).join(" ");

  /** Do so many inputs in a row; what was done, and how many of that in the rule set `home`. */
  async function run(seed, many, home) {
    random = randomly(seed);
    const parts = await page();
    const done = [];
    let there = 0;
    while (done.length < many) {
      const input = choose(parts, false);
      there += parts.now.view.rules.text === home;
      done.push(told(input));
      DOES[input.does](input);
      if (chance(0.12)) await idle();
      else if (chance(0.1)) await pause();
    }
    return { done, there };
  }

  /** Select a pile, mostly with hints on: then its destinations are lit. */
  async function select(seed) {
    random = randomly(seed);
    const { now } = await page();
    if (!now.hints && chance(0.8)) strike({ key: "i" });
    const able = [...document.querySelectorAll("#row > .pile")].filter((pile, index) => now.view.destinations[index]?.length || chance(0.1));
    const at = !now.selected && able.length ? pointOf(one(able)) : null;
    if (at && document.elementFromPoint(at.x, at.y)?.closest("#row")) press(at); // else the menu lies over it
    await idle();
  }

  /** Choose an input, to be done by who asked; what scripts do best is done. */
  async function choice(seed) {
    random = randomly(seed);
    const input = choose(await page(), true);
    const { field, ...rest } = input;
    if (field) {
      if (field.matches("select, [type=range]")) fill(input);
      else {
        field.focus();
        field.select();
      }
    }
    const hit = rest.x !== undefined && document.elementFromPoint(rest.x, rest.y);
    return { ...rest, told: told(input), done: Boolean(field?.matches("select, [type=range]") || (hit && hit.closest(`${SHUT}, select, [type=number]`))) };
  }

  // ------------------------------------------------------------ looking

  const texts = (selector) => [...document.querySelectorAll(selector)].map((element) => element.textContent);
  /** The words that are seen; where cards are named, others are heard. */
  const seen = (id) => ($(id).querySelector(":scope > .seen") ?? $(id)).textContent;
  const shown = (id) => ($(id).checkVisibility() ? seen(id).replaceAll("\uFE0E", "") : null);
  const enabled = (id) => !$(id).disabled && $(id).checkVisibility();
  const piles = (selector) => [...document.querySelectorAll(selector)].map((pile) => Number(pile.dataset.place));

  /** The numbers of piles that a line of the bellows is drawn of. */
  function drawn(selector) {
    const most = Number($("bellows").getAttribute("viewBox").split(" ")[3]) - 1;
    return [...$("bellows").querySelectorAll(selector)].map((line) =>
      line.getAttribute("points").split(" ").map((point) => most - Number(point.split(",")[1])));
  }

  /** All that is shown, and what is kept of the game. */
  async function look() {
    const { now, recordOf, whole, find, idOf } = await page();
    const { game } = now;
    return {
      shown: {
        tops: [...document.querySelectorAll("#row > .pile")].map((pile) => pile.dataset.card),
        faces: texts("#row > .pile .rank"),
        sizes: texts("#row > .pile .size"),
        places: texts("#row > .pile .place"),
        piles: shown("piles"),
        stock: shown("stock-count"),
        discards: shown("heap-count"),
        heap: $("heap").checkVisibility() ? shown("heap") : null,
        target: shown("target"),
        stands: shown("stands") || null,
        deals: ["stock", "deal-all", "deal-several"].map(enabled),
        undo: enabled("undo"),
        redo: enabled("redo"),
        time: [$("time").value, $("time").max, enabled("time")].map(Number),
        bellows: drawn(".undone")[0],
        now: drawn("polyline:not([class])")[0],
        others: drawn(".other"),
        other: shown("other"),
        movable: piles("#row > .pile.movable"),
        lit: piles("#row > .pile.can"),
      },
      title: shown("title"),
      selected: piles("#row > .pile.selected"),
      hints: $("hints").getAttribute("aria-pressed") === "true",
      before: Boolean(history.state?.before),
      address: location.href,
      record: now.view.record,
      own: recordOf(game),
      line: recordOf(game, whole(game)),
      lines: game.lines.map((line) => recordOf(game, line.actions)),
      entry: [history.state?.id === game.id, history.state?.redo],
      kept: await find(idOf(game.id)),
      changed: game.kept.changed,
      redo: game.redo,
      rules: now.view.rules.text,
      dialogs: opened().length,
      notice: shown("notice") || null,
      message: shown("message"),
    };
  }

  /** All that the store holds, as text and as it is read back. */
  async function kept() {
    const { exported, readText } = await page();
    const text = await exported();
    return { text, games: readText(text).games };
  }

  return { run, choice, select, idle, look, kept };
})();

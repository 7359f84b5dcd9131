// How difficult deals are: the steps, what the player asks of new deals, and the label of a deal.
// Imports `dom`, `game`, `keep` and `service`.

import { h } from "./dom.js";
import { anyDeal } from "./game.js";
import * as store from "./keep/settings.js";
import { consult } from "./service.js";

/** The steps of difficulty in words, from 1. */
export const STEPS = ["gentle", "easy", "middling", "hard", "fierce"];

const PATIENCE = 6000; // milliseconds that a player waits for a deal
const SEARCH = 3; // seconds that the service may search for it
const CALM = 400; // milliseconds that a game is on the table before its label is asked for

/** A choice of one of them, or of any. */
export const stepChoice = (id, chosen, change) => h(`select#${id}`, { onchange: ({ target }) => change(target.selectedIndex) },
  ["any", ...STEPS].map((words, step) => h("option", { selected: step === chosen }, words)));

/** What the player asks of new deals: {step, winnable}; step 0 is any. */
export function wish() {
  const { step, winnable } = store.get("wish", {});
  return { step: STEPS[step - 1] ? step : 0, winnable: winnable === true };
}

export const setWish = (wanted) => store.set("wish", wanted);

/** Whether deals have to be looked for. */
export const choosy = ({ step, winnable } = wish()) => step > 0 || winnable;

const labels = new Map(); // by deal
let latest = ""; // whose deal is on the table

/** A deal as the player wants new ones: {deal, words}; if none was found in time it is any, and the words say so. `waiting`: see `consult`. */
export async function newDeal({ rules, layout }, waiting) {
  const { step, winnable } = wish();
  const seed = anyDeal();
  if (!choosy({ step, winnable })) return { deal: seed, words: "" };
  try {
    const body = { rules, layout, step: step || null, winnable, seed, budget: SEARCH };
    const { deal, step: found } = await consult("deal", body, AbortSignal.timeout(PATIENCE), waiting);
    labels.set(`${rules} ${layout} ${deal}`, STEPS[found - 1]);
    return { deal, words: `This deal is ${STEPS[found - 1]}${winnable ? ", and it can be won" : ""}.` };
  } catch {
    return { deal: seed, words: "No deal as you want it was found in time: this is any deal." };
  }
}

/** How difficult a game's deal is, in a word; "" while that isn't known, and `tell` is called once it is. */
export function labelOf({ rules, layout, deal }, tell) {
  if (deal === null) return "";
  const key = `${rules.text} ${layout} ${deal}`;
  latest = key;
  if (!labels.has(key)) {
    labels.set(key, "");
    setTimeout(async () => {
      if (latest !== key) return labels.delete(key); // it was left at once
      const body = { rules: rules.text, layout, deal: Number(deal) };
      const found = await consult("difficulty", body, AbortSignal.timeout(PATIENCE)).catch(() => null);
      if (found) labels.set(key, STEPS[found.step - 1]); // of one that is lost, too: who wants to know that asks
      return tell();
    }, CALM);
  }
  return labels.get(key);
}

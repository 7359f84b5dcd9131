// What a player has set, and what follows from it for the whole page. Imports `keep`.

import * as store from "./keep/settings.js";

/** Every setting: its name, its question, and its values, the usual one first. */
export const SETTINGS = [
  { name: "theme", label: "Light or dark", values: { system: "As the system", light: "Light", dark: "Dark" } },
  { name: "colours", label: "Suit colours", values: { 2: "Two", 4: "Four" } },
  { name: "hand", label: "Controls for the", values: { right: "Right hand", left: "Left hand" } },
  { name: "motion", label: "Motion", values: { on: "As the system asks", off: "Off" } },
  { name: "ask", label: "Before a sweeper is covered", values: { on: "Ask me", off: "Don't ask" } },
];

/** The value of a setting; whatever was kept badly is the usual one. */
export function setting(name) {
  const { values } = SETTINGS.find((each) => each.name === name);
  const kept = String(store.get(name, ""));
  const names = name === "colours" ? ["2", "4"] : Object.keys(values);
  return names.includes(kept) ? kept : names[0];
}

export function change(name, value) {
  store.set(name, value);
  apply();
}

/** Let the page look as it was set. */
export function apply() {
  for (const { name } of SETTINGS) document.documentElement.dataset[name] = setting(name);
  const { backgroundColor } = getComputedStyle(document.body);
  for (const frame of document.querySelectorAll("meta[name=theme-color]")) frame.content = backgroundColor;
}
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", apply);

// Choosing deals and rule sets, the daily deal, puzzles, sharing: their screens with the game at hand.
// Imports `entries`, `games`, `screen`, `service`, `keep` and these screens.

import * as entries from "./entries.js";
import { anyDeal, recordOf } from "./game.js";
import { begin, beginNew, inTurn, inTurnFor, start, takeUp } from "./games.js";
import { entitle, names } from "./keep/names.js";
import * as store from "./keep/store.js";
import { now, say, show } from "./screen.js";
import { chooseGame } from "./screens/choose.js";
import { onNewDay, showDaily } from "./screens/daily.js";
import { showLasts } from "./screens/lasts.js";
import { showPuzzles } from "./screens/puzzles.js";
import { showRulesForm } from "./screens/rules.js";
import { showShare } from "./screens/share.js";
import { ask, readRules, ruleKeys } from "./service.js";
import { linkToRules } from "./sharing.js";

const beginChosen = (parts) => inTurnFor(() => (parts.came === "new" ? beginNew(parts)
  : begin({ deal: anyDeal(), ...parts, actions: [] })));

/** The name of the rule set in play, unless it is one of the catalogue's. */
const ownName = () => (now.view.rules.named ? "" : names()[now.view.rules.text] ?? "");

export const choose = () => chooseGame({
  sets: now.ruleSets, own: store.ruleSets(), view: now.view, read: readRules, begin: beginChosen,
  build: () => inTurn(buildRules),
});

export const daily = async () => showDaily({
  ...now.game, title: now.view.rules.title, results: await store.games(),
  begin: (parts) => inTurn(() => begin({ ...parts, actions: [] })), reopen: (id) => inTurn(() => takeUp(id)),
});

/** Puzzles of the rule set in play, or the one that the address asks for: {puzzle, rules, wish}. */
export async function puzzles(asked) {
  const from = location.href;
  const rules = asked ? await readRules(asked.rules) : now.view.rules;
  if (location.href !== from) return; // the player has gone on in the history
  showPuzzles({
    rules, asked,
    play: (parts, words) => inTurn(async () => (await start(parts)) && say(`${words}.`)),
    shown: (link, is) => entries.cover(now.game, link, is), left: (link) => entries.uncover(now.game, link),
  });
}

export const lasts = () => showLasts(now.view, now.game);

export const share = () => showShare({ view: now.view, game: now.game, name: ownName() });

/** The form for rule sets of the player's own, beginning with the one in play. */
export async function buildRules() {
  const renamed = (work) => async (what) => {
    await work(what);
    await inTurn(async () => {
      now.view = await ask(recordOf(now.game)); // perhaps by another name
      show();
    });
  };
  showRulesForm({
    sets: now.ruleSets, keys: await ruleKeys(), read: readRules, own: store.ruleSets, play: beginChosen,
    keep: renamed(store.keepRules), forget: renamed(store.forgetRules), text: now.view.rules.text, name: ownName(),
    link: (text, name) => linkToRules(location.origin, text, name),
  });
}

/** Names are known a little later than the game, and other tabs change them. */
store.onChange(() => {
  if (!now.view) return;
  const { rules } = now.view;
  const before = rules.title;
  entitle(rules);
  if (rules.title !== before) show();
});
onNewDay(() => now.game?.daily && say("A new day has begun: its deal is ready."));

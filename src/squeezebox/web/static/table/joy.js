// The small joy of a won game: suits spring out of the last pile and fall. Imports `dom`.
// It is only seen, for a second, and never in the way of the next input.

import { $, draw, h } from "../dom.js";
import { moves } from "./board.js";

const LASTING = 1100; // milliseconds
const MANY = 28;

export function joy() {
  if (!moves()) return;
  const from = $("row").getBoundingClientRect();
  const [x, y] = [from.left + from.width / 2, from.top + from.height / 2];
  const far = Math.min(innerWidth, innerHeight) * 0.45;
  const party = h("div.joy", { "aria-hidden": "true" });
  document.body.append(party);
  for (let each = 0; each < MANY; each += 1) {
    const suit = "CHSD"[each % 4];
    const piece = draw("svg", { class: `suit suit-${suit}` }, draw("use", { href: `#suit-${suit}` }));
    party.append(piece);
    const angle = (each / MANY) * 2 * Math.PI;
    const reach = far * (0.5 + ((each * 7) % 10) / 18);
    const [right, down] = [Math.cos(angle) * reach, Math.sin(angle) * reach];
    piece.animate([
      { transform: `translate(${x}px, ${y}px) scale(.3)`, opacity: 0 },
      { transform: `translate(${x + right}px, ${y + down * 0.8 - 40}px) rotate(${each * 40}deg)`, opacity: 1, offset: 0.45 },
      { transform: `translate(${x + right * 1.15}px, ${y + down + far * 0.6}px) rotate(${each * 70}deg)`, opacity: 0 },
    ], { duration: LASTING, easing: "cubic-bezier(.2, .6, .4, 1)", fill: "both" });
  }
  setTimeout(() => party.remove(), LASTING);
}

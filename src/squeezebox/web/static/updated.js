// Tells once that the page is of another version than the service that answers it.
// Imports `dom` and `service`.

import { button, h } from "./dom.js";
import { onUpdate } from "./service.js";

const words = "Squeezebox was updated. Reload to use the new version; your game is kept. ";
const place = h("div#updated", { role: "status" }); // there before it speaks, to be heard
document.querySelector("footer").prepend(place);
onUpdate(() => place.append(words, button("Reload", () => location.reload())));

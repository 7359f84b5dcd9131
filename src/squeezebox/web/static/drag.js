// Dragging a pile with mouse, pen or finger; taps stay clicks. Imports nothing.
// A drag begins after a few pixels, the card stays under the finger where it was picked
// up, and the drop is generous: the nearest pile within about a card counts.

const SLACK = 8; // pixels that a shaky hand may slide in a tap

export function dragging(row) {
  let held = null;

  row.addEventListener("pointerdown", (event) => {
    const pile = event.target.closest(".pile");
    if (!pile || event.button !== 0 || !event.isPrimary) return;
    held = { pile, x: event.clientX, y: event.clientY, id: event.pointerId, boxes: null, aim: null };
  });

  // A quick hand has left the row by the first move, so all further events are the window's.
  addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const x = event.clientX - held.x;
    const y = event.clientY - held.y;
    if (!held.boxes) {
      if (Math.hypot(x, y) < SLACK) return;
      begin();
    }
    held.pile.style.transform = `translate(${x}px, ${y}px) scale(1.06)`;
    point(event);
  });

  addEventListener("pointerup", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const { pile, boxes, aim } = held;
    if (boxes) {
      swallowClick();
      end();
      const source = pile.dataset.card;
      if (aim?.heap) row.tell("toss", { source });
      else if (aim) row.tell("drop", { source, destination: aim.pile.dataset.card, low: aim.low });
    }
    held = null;
  });

  addEventListener("pointercancel", () => {
    if (held?.boxes) end();
    held = null;
  });

  function begin() {
    held.pile.setPointerCapture(held.id);
    held.pile.classList.add("dragged");
    held.boxes = [...row.querySelectorAll(".pile")]
      .filter((pile) => pile !== held.pile)
      .map((pile) => ({ pile, box: pile.querySelector(".card").getBoundingClientRect() }));
    const heap = document.querySelector("#heap-area:not([hidden])");
    if (heap) held.boxes.push({ heap, box: heap.getBoundingClientRect() });
    row.tell("lift", { card: held.pile.dataset.card });
  }

  function point(event) {
    let near = null;
    for (const each of held.boxes) {
      const x = Math.max(each.box.left - event.clientX, event.clientX - each.box.right, 0);
      const y = Math.max(each.box.top - event.clientY, event.clientY - each.box.bottom, 0);
      const reach = Math.min(each.box.width, 60) * 0.6;
      const far = Math.hypot(x, y);
      if (far <= reach && (!near || far < near.far)) near = { ...each, far };
    }
    if (near) near.low = event.clientY > near.box.top + near.box.height / 2;
    if (near?.pile !== held.aim?.pile || near?.low !== held.aim?.low || near?.heap !== held.aim?.heap) {
      clear();
      (near?.pile ?? near?.heap)?.classList.add("aim", near.low ? "low" : "high");
    }
    held.aim = near;
  }

  function clear() {
    (held.aim?.pile ?? held.aim?.heap)?.classList.remove("aim", "low", "high");
  }

  function end() {
    clear();
    held.pile.classList.remove("dragged");
    held.pile.style.transform = "";
  }

  /** The click that a browser makes of a finished drag is no tap. */
  function swallowClick() {
    const swallow = (event) => event.stopPropagation();
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }), 50);
  }
}

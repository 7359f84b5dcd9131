// Dragging a pile with mouse, pen or finger; taps stay clicks. Imports nothing.
// A drag begins after a few pixels, the card stays under the finger where it was picked
// up, and the drop is generous: the nearest pile within about a card counts.

const SLACK = 8; // pixels that a shaky hand may slide in a tap

/** Make the row's piles draggable until `signal`; returns what ends a drag without a drop. */
export function dragging(row, signal) {
  let held = null;

  row.addEventListener("pointerdown", (event) => {
    const pile = event.target.closest(".pile");
    if (!pile || event.button !== 0 || !event.isPrimary) return;
    held = { pile, x: event.clientX, y: event.clientY, id: event.pointerId, begun: false, aim: null };
  }, { signal });

  // A second finger means something else, to zoom perhaps.
  addEventListener("pointerdown", ({ pointerId }) => {
    if (held && pointerId !== held.id) cancel();
  }, { signal, capture: true });

  // A quick hand has left the row by the first move, so all further events are the window's.
  addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const x = event.clientX - held.x;
    const y = event.clientY - held.y;
    if (!held.begun) {
      if (Math.hypot(x, y) < SLACK) return;
      if (!held.pile.isConnected) { // an earlier input has taken it out of the row
        held = null;
        return;
      }
      begin();
    }
    held.pile.style.transform = `translate(${x}px, ${y}px) scale(1.06)`;
    point(event);
  }, { signal });

  addEventListener("pointerup", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const { pile, begun } = held;
    if (begun) {
      point(event); // things may have moved since the last move of the pointer
      const { aim } = held;
      swallowClick();
      end();
      const source = pile.dataset.card;
      if (aim?.heap) row.tell("toss", { source });
      else if (aim) row.tell("drop", { source, destination: aim.pile.dataset.card, low: aim.low });
    }
    held = null;
  }, { signal });

  addEventListener("pointercancel", (event) => {
    if (event.pointerId !== held?.id) return;
    if (held.begun) end();
    held = null;
  }, { signal });

  /** End the drag while the pointer is still down: what it does then is no tap either. */
  function cancel() {
    if (held?.begun) {
      end();
      addEventListener("pointerup", swallowClick, { once: true });
    }
    held = null;
  }

  function begin() {
    held.pile.setPointerCapture(held.id);
    held.pile.classList.add("dragged");
    held.begun = true;
    row.tell("lift", { card: held.pile.dataset.card });
  }

  /** All that a pile may be dropped on, where it is now. */
  function* ends() {
    for (const pile of row.querySelectorAll(".pile")) {
      if (pile !== held.pile) yield { pile, box: pile.getBoundingClientRect() };
    }
    const { heap } = row;
    if (heap && !heap.hidden) yield { heap, box: heap.getBoundingClientRect() };
  }

  function point(event) {
    let near = null;
    for (const each of ends()) {
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
      if (near?.pile) row.tell("aim", { card: near.pile.dataset.card, low: near.low });
    }
    held.aim = near;
    held.pile.dataset.tag = tag(held.pile.dataset.place, near);
  }

  /** Where the pile comes from, and where and how far it would go. */
  function tag(from, near) {
    if (near?.heap) return `${from} → discards`;
    if (!near) return from;
    const to = near.pile.dataset.place;
    return `${from} → ${to} · ${Math.abs(from - to)} ${Number(to) < Number(from) ? "left" : "right"}`;
  }

  function clear() {
    (held.aim?.pile ?? held.aim?.heap)?.classList.remove("aim", "low", "high");
  }

  function end() {
    clear();
    held.pile.classList.remove("dragged");
    delete held.pile.dataset.tag;
    held.pile.style.transform = "";
  }

  /** The click that a browser makes of a finished drag is no tap. */
  function swallowClick() {
    const swallow = (event) => event.stopPropagation();
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }), 50);
  }

  return cancel;
}

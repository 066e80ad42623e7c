// The gates that the page holds, and why each is as it is. A row and its `<permission-gate>` mark each other.

import type { GateState } from "platform-session";
import type { Known } from "../../entry/gate.js";
import { createList, make, mark, setText } from "./dom.js";
import { createFinder } from "./finder.js";
import { conditionsOf, type Held, heldGates } from "./gates.js";
import type { Inspected } from "./inspected.js";
import type { Parts } from "./panel.js";
import { wakesAtOf } from "./preview.js";
import { whyOf } from "./reasons.js";

const WORDS: Record<GateState, string> = { granted: "open", denied: "closed", unknown: "unknown" };

interface Shown extends Held {
  /** Tells the same gate of two sessions apart. */
  id: string;
  known: Known;
  /** Whether the gate is of the session that lies below the preview. */
  isReal: boolean;
  wakesAt: number | null;
}

interface Around {
  root: ShadowRoot;
  isOpen: () => boolean;
  show: () => void;
}

/** Makes the view. `isOpen` says whether the panel is open, `show` brings this view to the front. */
export function createGatesView({
  inspected,
  history,
  preview,
  root,
  isOpen,
  show,
}: Omit<Parts, "session"> & Around) {
  const list = make("ul", { class: "gates" });
  const none = make(
    "p",
    { class: "none" },
    "The page holds no gate. One appears here as soon as the page asks session.gate(…), or an adapter does.",
  );
  const element = make("div", {}, none, list);
  const finder = createFinder(root, (key) => {
    if (!isOpen()) return;
    for (const { element: row } of rows.rows.values())
      row.classList.toggle("pointed", key !== null && row.dataset.key === key);
    if (key === null) return;
    const row = [...rows.rows.values()].find(({ element: each }) => each.dataset.key === key);
    if (!row) return;
    show();
    row.element.scrollIntoView({ block: "nearest" });
  });

  const rows = createList(
    list,
    ({ id }: Shown) => id,
    (gate) => {
      const state = make("span", { class: "state" });
      const name = make("span", { class: "name" }, conditionsOf(gate.asked));
      const find = make(
        "button",
        {
          type: "button",
          class: "find",
          title: "Show it on the page",
          click: () => finder.scrollTo(gate.key),
        },
        name,
      );
      const why = make("p", { class: "why" });
      const note = make("p", { class: "note" });
      const on = () => finder.mark(gate.key);
      const row = make(
        "li",
        {
          "data-key": gate.key,
          pointerenter: on,
          pointerleave: finder.clear,
          focusin: on,
          focusout: finder.clear,
        },
        make("div", { class: "line" }, state, find),
        why,
        note,
      );
      return {
        element: row,
        update(now) {
          mark(row, "data-state", now.state);
          setText(state, WORDS[now.state]);
          setText(why, whyOf(now, now.known, now.wakesAt));
          const notes: string[] = [];
          if (now.isReading) notes.push("permissions.reading");
          if (!now.isListened) notes.push("held, without a listener");
          if (now.isReal) notes.push("of the session below the preview");
          setText(note, notes.join(" · "));
          note.hidden = notes.length === 0;
        },
      };
    },
  );

  /** Returns the gates of the session that is shown, and those of the real session below it if that is a preview. */
  function gates(): Shown[] {
    const of = (each: Inspected, isReal: boolean, wakesAt = history.wakesAt()) => {
      const known = each.known();
      return heldGates(each).map((held) => ({ ...held, id: `${isReal}${held.key}`, known, isReal, wakesAt }));
    };
    const previewed = preview();
    if (!previewed) return of(inspected, false);
    return [...of(previewed.inspected, false, wakesAtOf(previewed, history)), ...of(inspected, true)];
  }

  return {
    name: "Gates",
    element,
    render() {
      const held = gates();
      rows.show(held);
      none.hidden = held.length > 0;
    },
    leave: finder.clear,
    end: finder.end,
  };
}

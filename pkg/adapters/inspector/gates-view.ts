// The list of the gates that the page holds, with the reason for the state of each. Pointing at a row highlights its `<permission-gate>` on the
// page, and pointing at that element highlights the row.

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
  /** The key of the row: different for the same gate of two sessions. */
  id: string;
  known: Known;
  /** Whether the gate belongs to the real session below a preview. */
  isReal: boolean;
  /** When the session acts by itself again, as `Date.now()` counts; `null`: not planned. */
  wakesAt: number | null;
}

/** What the view needs of the panel around it. */
interface PanelAccess {
  root: ShadowRoot;
  /** Whether the panel is open. */
  isOpen: () => boolean;
  /** Brings this view to the front. */
  show: () => void;
}

export function createGatesView({
  inspected,
  history,
  preview,
  root,
  isOpen,
  show,
}: Omit<Parts, "session"> & PanelAccess) {
  const list = make("ul", { class: "gates" });
  const emptyText = make(
    "p",
    { class: "none" },
    "The page holds no gate. One appears here as soon as the page asks session.gate(…), or an adapter does.",
  );
  const element = make("div", {}, emptyText, list);
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
      const findButton = make(
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
      const highlight = () => finder.mark(gate.key);
      const row = make(
        "li",
        {
          "data-key": gate.key,
          pointerenter: highlight,
          pointerleave: finder.clear,
          focusin: highlight,
          focusout: finder.clear,
        },
        make("div", { class: "line" }, state, findButton),
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

  /** Returns the gates of the session that the page uses; if that is a preview, then also the gates of the real session below it. */
  function gates(): Shown[] {
    const gatesOf = (each: Inspected, isReal: boolean, wakesAt = history.wakesAt()) => {
      const known = each.known();
      return heldGates(each).map((held) => ({ ...held, id: `${isReal}${held.key}`, known, isReal, wakesAt }));
    };
    const previewed = preview();
    if (!previewed) return gatesOf(inspected, false);
    return [
      ...gatesOf(previewed.inspected, false, wakesAtOf(previewed, history)),
      ...gatesOf(inspected, true),
    ];
  }

  return {
    name: "Gates",
    element,
    render() {
      const held = gates();
      rows.show(held);
      emptyText.hidden = held.length > 0;
    },
    leave: finder.clear,
    end: finder.end,
  };
}

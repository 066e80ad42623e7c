// The part of its children that a gate shows: those in one of three slots, and the nodes that are made of the templates in that slot.

import type { GateState, Identity } from "platform-session";
import { isA } from "../../entry/kind.js";

import type { Bound, Mark } from "./bound-element.js";
import { keeping } from "./kept.js";

/** The name that the one slot has in each state: children of another slot name are not rendered at all. */
const SLOTS: Record<GateState, string> = { granted: "", denied: "fallback", unknown: "pending" };

/** Makes the slot. `mark` as in `Kind`. `keeps`: the nodes made for the state "granted" stay, hidden, while another state is shown. */
export function createGatedSlot(element: Bound, mark: Mark, keeps = false) {
  const slot = document.createElement("slot");
  slot.name = SLOTS.unknown;
  if (keeps) keeping.set(element, slot);
  element.attachShadow({ mode: "open" }).append(slot);
  /** For each template in the slot, the nodes that were made of it, and their place, where the page may put something else. */
  const made = new Map<HTMLTemplateElement, [place: Range, ...nodes: ChildNode[]]>();
  /** The identity that those nodes were made for. */
  let owner: Identity | undefined;

  /** Removes nodes of which the slot is not shown or the identity has ended, and makes the nodes of the templates in the slot. */
  const make = () => {
    const { identity } = element.session;
    const isInPlace = (template: HTMLTemplateElement) =>
      template.assignedSlot === slot || (keeps && !template.slot && template.parentNode === element);
    for (const [template, [place, ...nodes]] of made) {
      if (identity === owner && isInPlace(template)) continue;
      place.deleteContents();
      for (const node of nodes) node.remove();
      made.delete(template);
    }
    owner = identity;
    for (const template of slot.assignedElements()) {
      // A template before this one may have made elements that ran, and closed the gate.
      if (!isA(HTMLTemplateElement, template) || made.has(template) || template.assignedSlot !== slot)
        continue;
      const copy = document.importNode(template.content, true);
      if (template.slot) for (const child of copy.children) child.slot = template.slot;
      const place = new Range();
      // Two comments mark the place: a node that the page puts in the place of the first or the last stands between them.
      const start = new Comment();
      const end = new Comment();
      template.after(start, end);
      place.selectNode(end);
      made.set(template, [place, start, ...copy.childNodes]);
      start.after(copy);
    }
  };
  slot.addEventListener("slotchange", make);

  return {
    /** Shows a state. `isKept`: what is shown stays as it was, for as long as the identity lasts. */
    show(state: GateState, isKept?: boolean) {
      mark(state);
      if (isKept && owner === element.session.identity) return;
      // Conditions that ask for the same as before change nothing, not even what was made.
      slot.name = SLOTS[state];
      make();
    },
    /** Hides the children at once, by a change that runs no code of the page. */
    hide() {
      slot.name = SLOTS.unknown;
    },
  };
}

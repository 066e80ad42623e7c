// The children that a gate shows: those in the slot of its state, and copies of the templates in that slot.

import type { GateState, Identity } from "platform-session";
import { isA } from "../../entry/kind.js";

import type { Bound, Mark } from "./bound-element.js";
import { keptSlots } from "./kept.js";

/** The shadow tree has one slot. Its name changes with the state. Children with another slot name are not rendered. */
const SLOTS: Record<GateState, string> = { granted: "", denied: "fallback", unknown: "pending" };

/** Makes the slot. `keepsGranted`: copies of templates for the state "granted" stay, hidden, while another state is shown. */
export function createGatedSlot(element: Bound, mark: Mark, keepsGranted = false) {
  const slot = document.createElement("slot");
  slot.name = SLOTS.unknown;
  if (keepsGranted) keptSlots.set(element, slot);
  element.attachShadow({ mode: "open" }).append(slot);
  /** The nodes that were copied from each template, and the range in which they stand; the page may put other nodes there. */
  const copies = new Map<HTMLTemplateElement, [place: Range, ...nodes: ChildNode[]]>();
  /** The identity for which the copies were made. */
  let owner: Identity | undefined;

  /** Removes the copies in slots that are not shown, and those of an ended identity; copies the templates that are in the slot now. */
  const updateCopies = () => {
    const { identity } = element.session;
    const isInPlace = (template: HTMLTemplateElement) =>
      template.assignedSlot === slot || (keepsGranted && !template.slot && template.parentNode === element);
    for (const [template, [place, ...nodes]] of copies) {
      if (identity === owner && isInPlace(template)) continue;
      place.deleteContents();
      for (const node of nodes) node.remove();
      copies.delete(template);
    }
    owner = identity;
    for (const template of slot.assignedElements()) {
      // The slot is checked again, because elements in the copy of an earlier template may have run code that closed the gate.
      if (!isA(HTMLTemplateElement, template) || copies.has(template) || template.assignedSlot !== slot)
        continue;
      const copy = document.importNode(template.content, true);
      if (template.slot) for (const child of copy.children) child.slot = template.slot;
      const place = new Range();
      // A comment before and one after the copy mark its place, so that nodes with which the page replaces parts of the copy are found.
      const start = new Comment();
      const end = new Comment();
      template.after(start, end);
      place.selectNode(end);
      copies.set(template, [place, start, ...copy.childNodes]);
      start.after(copy);
    }
  };
  slot.addEventListener("slotchange", updateCopies);

  return {
    /** Shows a state. `isKept`: the content stays as it is until the identity ends; only the element's `state` changes. */
    show(state: GateState, isKept?: boolean) {
      mark(state);
      if (isKept && owner === element.session.identity) return;
      slot.name = SLOTS[state];
      updateCopies();
    },
    /** Hides the children at once, without running code of the page, which removing nodes could do. */
    hide() {
      slot.name = SLOTS.unknown;
    },
  };
}

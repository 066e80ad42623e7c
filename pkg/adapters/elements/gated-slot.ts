// What a gate shows of what stands in it: one of three slots, and what the templates in that slot make.

import type { GateState, Identity } from "platform-session";
import { isA } from "../../entry/kind.js";

import type { Bound, Mark } from "./bound-element.js";
import { keeping } from "./kept.js";

/** The name of the one slot in each state: what has no place in it is not rendered at all. */
const SLOTS: Record<GateState, string> = { granted: "", denied: "fallback", unknown: "pending" };

/** `mark` as in `Kind`. `keeps`: what a template has made for the state "granted" stays, hidden, while another is shown. */
export function createGatedSlot(element: Bound, mark: Mark, keeps = false) {
  const slot = document.createElement("slot");
  slot.name = SLOTS.unknown;
  if (keeps) keeping.set(element, slot);
  element.attachShadow({ mode: "open" }).append(slot);
  /** For each template in the slot, the place of what was made of it, where the page may put something else, and the nodes. */
  const made = new Map<HTMLTemplateElement, [place: Range, ...nodes: ChildNode[]]>();
  /** The identity that they were made for. */
  let owner: Identity | undefined;

  /** What stands in a `<template>` is there only while its slot is, and for one identity. */
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
      // What was made before it may have run, and closed the gate.
      if (!isA(HTMLTemplateElement, template) || made.has(template) || template.assignedSlot !== slot)
        continue;
      const copy = document.importNode(template.content, true);
      if (template.slot) for (const child of copy.children) child.slot = template.slot;
      const place = new Range();
      // What takes the place of the first node or the last stands between them.
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
    /** `isKept`: what is shown stays as it was, for as long as the identity does. */
    show(state: GateState, isKept?: boolean) {
      mark(state);
      if (isKept && owner === element.session.identity) return;
      // Conditions that ask for the same as before change nothing, not even what was made.
      slot.name = SLOTS[state];
      make();
    },
    /** At once, and without a change that runs anything of the page. */
    hide() {
      slot.name = SLOTS.unknown;
    },
  };
}

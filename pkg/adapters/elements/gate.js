// `<permission-gate>` and `<session-gate>`: what stands in them shows where all that is asked for is granted.

import { isA } from "../../entry/kind.js";

/** The name of the one slot in each state: what has no place in it is not rendered at all. */
const SLOTS = { granted: "", denied: "fallback", unknown: "pending" };

/** @type {import("./bound-element.js").Kind} */
export const gate = {
  asks: [
    ["feature", "feature"],
    ["status", "status"],
    // A server that renders the property `atLeast` writes this one.
    ["atLeast", "atleast"],
    ["atLeast", "at-least"],
  ],
  create(element, mark) {
    const slot = document.createElement("slot");
    slot.name = SLOTS.unknown;
    element.attachShadow({ mode: "open" }).append(slot);
    /** For each template in the slot, the place of what was made of it, where the page may put something else, and the nodes. */
    const made = new Map();
    /** Whom they were made for. */
    let owner;

    /** What stands in a `<template>` is there only while its slot is, and for one identity. */
    const make = () => {
      const { identity } = element.session;
      for (const [template, [place, ...nodes]] of made) {
        if (identity === owner && template.assignedSlot === slot) continue;
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

    const show = (state) => {
      mark(state);
      // Conditions that ask for the same as before change nothing, not even what was made.
      slot.name = SLOTS[state];
      make();
    };

    return (session, conditions) => {
      let gate;
      try {
        gate = session.gate(conditions);
      } catch (error) {
        show("denied");
        throw error;
      }
      // A gate that is open to the next user too tells nobody of them.
      const ends = [gate.subscribe(show), session.subscribe(make)];
      return () => {
        for (const end of ends) end();
      };
    };
  },
};

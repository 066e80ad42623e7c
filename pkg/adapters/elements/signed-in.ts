// `<signed-in>`: for what only a signed-in user may see. Children that were shown to a user stay, hidden, for as long as the identity lasts.

import type { Identity } from "platform-session";
import { isA } from "../../entry/kind.js";
import { adapted } from "../shared/adapted.js";
import { signedInState } from "../shared/boundary.js";
import type { Bound, Kind } from "./bound-element.js";
import { createGatedSlot } from "./gated-slot.js";

/** The name of a slot that does not exist: a child with it is not rendered. */
const NOWHERE = "ended";

export const signedIn: Kind = {
  asks: [],
  create(element, mark) {
    const { show, hide } = createGatedSlot(element, mark, true);
    /** The identity that the children were shown to. */
    let shownTo: Identity | undefined;

    return (session) => {
      const state = () => signedInState(session.snapshot);
      const invalidate = () => {
        const isOver = session.identity !== shownTo;
        if (isOver || state() !== "granted") hide();
        // The children may hold data of the last user.
        if (isOver && shownTo) end(element);
        if (isOver) shownTo = undefined;
      };
      const update = () => {
        if (state() === "granted") shownTo = session.identity;
        show(state());
        // The browser takes the focus from an element that is not rendered by itself, but later.
        const focused = element.querySelector<HTMLElement>(":focus");
        if (!focused?.getClientRects().length) focused?.blur();
      };
      invalidate();
      update();
      return adapted(session).attach({ invalidate, update });
    };
  },
};

/** Hides for good the children that were put there without a template: no other user may see them. A text has no slot, and is emptied. */
function end({ childNodes, children }: Bound): void {
  for (const node of childNodes) if (isA(Text, node)) node.data = "";
  for (const child of children) if (!isA(HTMLTemplateElement, child)) child.slot ||= NOWHERE;
}

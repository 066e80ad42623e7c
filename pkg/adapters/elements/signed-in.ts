// `<signed-in>`: for what only a signed-in user may see. What was shown to a user stays, hidden, for as long as the identity does.

import type { Identity } from "platform-session";
import { isA } from "../../entry/kind.js";
import { adapted } from "../shared/adapted.js";
import { signedInState } from "../shared/boundary.js";
import type { Bound, Kind } from "./bound-element.js";
import { createGatedSlot } from "./gated-slot.js";

/** A slot that there is not: what has it is not rendered. */
const NOWHERE = "ended";

export const signedIn: Kind = {
  asks: [],
  create(element, mark) {
    const { show, hide } = createGatedSlot(element, mark, true);
    /** The identity that what stands here was shown to. */
    let shownTo: Identity | undefined;

    return (session) => {
      const state = () => signedInState(session.snapshot);
      const invalidate = () => {
        const isOver = session.identity !== shownTo;
        if (isOver || state() !== "granted") hide();
        // It may hold what was the last user's.
        if (isOver && shownTo) end(element);
        if (isOver) shownTo = undefined;
      };
      const update = () => {
        if (state() === "granted") shownTo = session.identity;
        show(state());
        // The browser takes the focus from what is not rendered by itself, but later.
        const focused = element.querySelector<HTMLElement>(":focus");
        if (!focused?.getClientRects().length) focused?.blur();
      };
      invalidate();
      update();
      return adapted(session).attach({ invalidate, update });
    };
  },
};

/** What the page itself has put there without a template is shown to no other user. Text has no slot. */
function end({ childNodes, children }: Bound): void {
  for (const node of childNodes) if (isA(Text, node)) node.data = "";
  for (const child of children) if (!isA(HTMLTemplateElement, child)) child.slot ||= NOWHERE;
}

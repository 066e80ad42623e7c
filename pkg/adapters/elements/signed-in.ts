// `<signed-in>`: content for a signed-in user only. Children that were shown to a user stay, hidden, until the identity ends.

import type { Identity } from "platform-session";
import { isA } from "../../entry/kind.js";
import { adapted } from "../shared/adapted.js";
import { signedInState } from "../shared/boundary.js";
import type { Bound, Kind } from "./bound-element.js";
import { createGatedSlot } from "./gated-slot.js";

/** The name of a slot that does not exist: a child with this `slot` is not rendered. */
const NO_SLOT = "ended";

export const signedIn: Kind = {
  inputs: [],
  create(element, mark) {
    const { show, hide } = createGatedSlot(element, mark, true);
    /** The identity that the children were shown to. */
    let shownTo: Identity | undefined;

    return (session) => {
      const state = () => signedInState(session.snapshot);
      const invalidate = () => {
        const isOtherIdentity = session.identity !== shownTo;
        if (isOtherIdentity || state() !== "granted") hide();
        // The children may hold data of the last user.
        if (isOtherIdentity && shownTo) endChildren(element);
        if (isOtherIdentity) shownTo = undefined;
      };
      const update = () => {
        if (state() === "granted") shownTo = session.identity;
        show(state());
        // A hidden element loses the focus at once; the browser alone would take it away later.
        const focused = element.querySelector<HTMLElement>(":focus");
        if (!focused?.getClientRects().length) focused?.blur();
      };
      invalidate();
      update();
      return adapted(session).attach({ invalidate, update });
    };
  },
};

/** Hides for good the children that did not come from a template, because no other user may see them. Texts are emptied: they have no `slot`. */
function endChildren({ childNodes, children }: Bound): void {
  for (const node of childNodes) if (isA(Text, node)) node.data = "";
  for (const child of children) if (!isA(HTMLTemplateElement, child)) child.slot ||= NO_SLOT;
}

// Hides what adapters have marked as an identity's, in the very step in which it ends: a framework may still hydrate, hold a transition or
// wait for a request, and would go on showing the last user. A style sheet of the document's hides it: frameworks do not see that as a change of
// their elements, and no content security policy forbids it. Firefox 100 and Safari before 16.4 have no
// such sheets.

import type { SessionSnapshot } from "../index.js";
import { BOX_MARK, IDENTITY_MARK, USER_MARK } from "./mark-names.js";
import { UNKNOWN } from "./snapshot.js";
import { deliver } from "./subscribable.js";

/** An adapter's element makes no box, whatever the layout around it. The page's own rules take precedence over this one. */
const LAYOUT = `:where([${IDENTITY_MARK}],[${USER_MARK}]):where(:not([hidden],[${BOX_MARK}])){display:contents}`;

type HideMarked = (snapshot: Pick<SessionSnapshot, "status" | "reauthenticating">, key: number) => void;

/**
 * Makes what hides them. `first`: the key of the identity with which the session is created; `isRendered`: a server has rendered the page for a user.
 * Returns a function that is to be called at each publication, before anything is rendered.
 */
export function createMarks(first: number, isRendered: boolean): HideMarked {
  if (!globalThis.document?.adoptedStyleSheets || !globalThis.CSSStyleSheet) return () => {};
  const sheet = new CSSStyleSheet();
  let current = first;
  let ended = LAYOUT;
  let applied: string | undefined;
  const hideMarked: HideMarked = ({ status, reauthenticating }, key) => {
    if (key !== current)
      ended += hide(marked(IDENTITY_MARK, current), marked(USER_MARK, current), rendered(current));
    current = key;
    const isShown = status === "authenticated" && !reauthenticating;
    const rules = ended + (isShown ? "" : hide(marked(USER_MARK, key), rendered(key)));
    if (rules !== applied) {
      sheet.replaceSync(rules);
      // The page may have replaced view transitions: an error in them does not stop what follows a change of the session.
      deliver(skipViewTransition);
    }
    applied = rules;
    // A page that sets a list of its own has taken the sheet out.
    const sheets = document.adoptedStyleSheets;
    if (!sheets.includes(sheet)) sheets.push(sheet);
  };
  // Called even where nothing is published: a server's markup may be of a user who has signed out since.
  hideMarked(UNKNOWN, first);
  return hideMarked;

  /** Selects what a server has rendered, and no framework has taken over yet. */
  function rendered(key: number) {
    return isRendered && key === first
      ? [marked(IDENTITY_MARK, "initial"), marked(USER_MARK, "initial")]
      : [];
  }
}

/** Ends a view transition under way: it shows a picture of the page as it was before. */
function skipViewTransition() {
  const transition = document.activeViewTransition;
  transition?.ready.catch(() => {});
  transition?.skipTransition();
}

const marked = (attribute: string, key: number | string) => `[${attribute}="${key}"]`;
/** A rule that hides elements. A layer of the page's, or a transition that lasts, may override `display`: neither is known to override all three. */
const hide = (...selectors: (string | string[])[]) =>
  `${selectors.flat().join()}{display:none!important;content-visibility:hidden!important;transition:none!important}`;

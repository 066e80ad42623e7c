// Hides what adapters have marked as an identity's, in the very step in which it ends: a framework may still hydrate, hold a transition or
// wait for a request, and would go on showing the last user. By a style sheet of the document's: frameworks do not see it as a change of
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
 * `first`: the key of the identity with which the session is created; `isRendered`: a server has rendered the page for a user.
 * Gives what is called at each publication, before anything is rendered.
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
      // Whatever a page has made of it, what follows a change of the session goes on.
      deliver(skipViewTransition);
    }
    applied = rules;
    // A page that sets a list of its own has taken it out.
    const sheets = document.adoptedStyleSheets;
    if (!sheets.includes(sheet)) sheets.push(sheet);
  };
  // Also where nothing is published: a server's markup may be of a user who has signed out since.
  hideMarked(UNKNOWN, first);
  return hideMarked;

  /** What a server has rendered, and no framework has taken over yet. */
  function rendered(key: number) {
    return isRendered && key === first
      ? [marked(IDENTITY_MARK, "initial"), marked(USER_MARK, "initial")]
      : [];
  }
}

/** It shows a picture of the page as it was before. */
function skipViewTransition() {
  const transition = document.activeViewTransition;
  transition?.ready.catch(() => {});
  transition?.skipTransition();
}

const marked = (attribute: string, key: number | string) => `[${attribute}="${key}"]`;
/** A layer of the page's may show an element by `display`, and a transition that lasts: neither is known to use all of these. */
const hide = (...selectors: (string | string[])[]) =>
  `${selectors.flat().join()}{display:none!important;content-visibility:hidden!important;transition:none!important}`;

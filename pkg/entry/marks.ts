// Hides the elements that adapters have marked for an identity, in the very step in which the identity ends: a framework that hydrates,
// holds a transition or waits for a request would go on showing the last user. An adopted style sheet hides them: frameworks do not see
// that as a change of their elements, and no content security policy forbids it. Firefox 100 and Safari before 16.4 have no such sheets.

import type { SessionSnapshot } from "../index.js";
import { BOX_MARK, IDENTITY_MARK, USER_MARK } from "./mark-names.js";
import { UNKNOWN } from "./snapshot.js";
import { deliver } from "./subscribable.js";

/** A rule by which an adapter's element makes no box. `:where` lets the page's own rules take precedence. */
const LAYOUT = `:where([${IDENTITY_MARK}],[${USER_MARK}]):where(:not([hidden],[${BOX_MARK}])){display:contents}`;

/** Hides what `snapshot` does not allow to show. `key`: the key of the current identity. */
type HideMarked = (snapshot: Pick<SessionSnapshot, "status" | "reauthenticating">, key: number) => void;

/**
 * Returns a function that is to be called at each publication, before anything is rendered. `first`: the key of the identity with which the
 * session is created; `isRendered`: a server has rendered the page for a user.
 */
export function createMarks(first: number, isRendered: boolean): HideMarked {
  if (!globalThis.document?.adoptedStyleSheets || !globalThis.CSSStyleSheet) return () => {};
  const sheet = new CSSStyleSheet();
  let current = first;
  /** The rules for layout, and for all identities that have ended. */
  let endedRules = LAYOUT;
  /** The rules that the style sheet has. */
  let appliedRules: string | undefined;
  const hideMarked: HideMarked = ({ status, reauthenticating }, key) => {
    if (key !== current)
      endedRules += hidingRule(
        selector(IDENTITY_MARK, current),
        selector(USER_MARK, current),
        rendered(current),
      );
    current = key;
    const isShown = status === "authenticated" && !reauthenticating;
    const rules = endedRules + (isShown ? "" : hidingRule(selector(USER_MARK, key), rendered(key)));
    if (rules !== appliedRules) {
      sheet.replaceSync(rules);
      // The page may have replaced view transitions: `deliver` reports an error in them, and goes on.
      deliver(skipViewTransition);
    }
    appliedRules = rules;
    // A page that has set a list of its own has removed the sheet.
    const sheets = document.adoptedStyleSheets;
    if (!sheets.includes(sheet)) sheets.push(sheet);
  };
  // Called before anything is published: the user of a server's markup may have signed out since.
  hideMarked(UNKNOWN, first);
  return hideMarked;

  /** Returns the selectors of elements that a server has rendered, and no framework has hydrated yet. */
  function rendered(key: number) {
    return isRendered && key === first
      ? [selector(IDENTITY_MARK, "initial"), selector(USER_MARK, "initial")]
      : [];
  }
}

/** Ends a view transition under way: it shows a picture of the page as it was before. */
function skipViewTransition() {
  const transition = document.activeViewTransition;
  transition?.ready.catch(() => {});
  transition?.skipTransition();
}

const selector = (attribute: string, key: number | string) => `[${attribute}="${key}"]`;

/** Returns a rule that hides elements. A cascade layer, or a transition that lasts, may override `display`, but none is known to override all. */
const hidingRule = (...selectors: (string | string[])[]) =>
  `${selectors.flat().join()}{display:none!important;content-visibility:hidden!important;transition:none!important}`;

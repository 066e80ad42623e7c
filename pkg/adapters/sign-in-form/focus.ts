// Moves the focus when the form is hidden: otherwise a user of the keyboard or of a screen reader would be back at the top of the page.

import { set } from "../shared/parts.js";

/** Notes the ancestors of this element, before the page may remove it, and returns a function that moves the focus to one of them. */
export function focusAround(element: Element): () => void {
  // `main` first: the page's content stands there, and a nearer ancestor may be a box for the form alone.
  const ancestors = [element.closest("main")];
  for (let it = element.parentElement; it && it !== document.body; it = it.parentElement) ancestors.push(it);
  return () => {
    // After the page has rendered, and only if neither a dialog nor the page has moved the focus.
    setTimeout(() => {
      if (document.activeElement === document.body) focusFirst(ancestors);
    });
  };
}

/** Focuses the first of these elements that can take the focus. */
function focusFirst(elements: readonly (HTMLElement | null)[]): void {
  // An element without a box of its own (not rendered, or `display: contents`) takes no focus, and has no width.
  const target = elements.find((it) => it?.offsetWidth);
  if (target && !target.hasAttribute("tabindex")) {
    set(target, { tabindex: "-1" });
    target.addEventListener("blur", () => target.removeAttribute("tabindex"), { once: true });
  }
  target?.focus({ preventScroll: true });
}

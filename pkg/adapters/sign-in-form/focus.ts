// Moves the focus as the form goes: else a user of the keyboard or of a screen reader would be at the top of the page.

import { set } from "../shared/parts.js";

/** Notes the elements around this one, which the page may take away soon, and returns a function that gives the focus to one of them. */
export function focusAround(element: Element): () => void {
  const around = [element.closest("main")];
  for (let it = element.parentElement; it && it !== document.body; it = it.parentElement) around.push(it);
  return () => {
    // After the page has rendered. A dialog gives the focus back by itself, and a page may have moved it.
    setTimeout(() => {
      if (document.activeElement === document.body) focus(around);
    });
  };
}

function focus(around: readonly (HTMLElement | null)[]): void {
  // An element that is not rendered, or only by its children (`display: contents`), takes no focus, and has no width.
  const target = around.find((it) => it?.offsetWidth);
  if (target && !target.hasAttribute("tabindex")) {
    set(target, { tabindex: "-1" });
    target.addEventListener("blur", () => target.removeAttribute("tabindex"), { once: true });
  }
  target?.focus({ preventScroll: true });
}

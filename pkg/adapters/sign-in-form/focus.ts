// Where the focus goes as the form goes: a user of the keyboard or of a screen reader would be at the top of the page.

import { set } from "../shared/parts.js";

/** What it returns gives the focus to what is around the element now: by then, the page may have taken the element away. */
export function focusAround(element: Element): () => void {
  const around = [element.closest("main")];
  for (let it = element.parentElement; it && it !== document.body; it = it.parentElement) around.push(it);
  return () => {
    // Once the page has rendered. A dialog gives the focus back by itself, and a page may have moved it.
    setTimeout(() => {
      if (document.activeElement === document.body) focus(around);
    });
  };
}

function focus(around: readonly (HTMLElement | null)[]): void {
  // What is not rendered, or only by its children (`display: contents`), takes no focus, and has no width.
  const target = around.find((it) => it?.offsetWidth);
  if (target && !target.hasAttribute("tabindex")) {
    set(target, { tabindex: "-1" });
    target.addEventListener("blur", () => target.removeAttribute("tabindex"), { once: true });
  }
  target?.focus({ preventScroll: true });
}

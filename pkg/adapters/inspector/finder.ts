// Finds the elements of a gate on the page, and the gate of an element.

import { keyOf, readConditions } from "../../entry/gate.js";
import { make } from "./dom.js";

/** Matches the name of an element that is a gate: with any prefix, or without. */
const GATE = /(^|-)(permission|session)-gate$/;

/** An element of a gate, whichever prefix it has, with the properties that say its conditions. */
interface GateElement extends Element {
  feature?: unknown;
  atLeast?: unknown;
  status?: unknown;
}

/** Makes the finder. `onPointed` is called with the key of the gate of the page under the pointer, or `null`, when that changes. */
export function createFinder(root: ShadowRoot, onPointed: (key: string | null) => void) {
  const listenerAbort = new AbortController();
  const { signal } = listenerAbort;
  let pointedKey: string | null = null;
  let boxes: HTMLElement[] = [];

  const pointAt = (key: string | null) => {
    if (key === pointedKey) return;
    pointedKey = key;
    onPointed(key);
  };
  document.addEventListener(
    "pointerover",
    (event) => {
      const path = event.composedPath();
      // Pointers over the inspector's own panel do not count.
      if (path.includes(root)) return;
      const gate = path.find(
        (each): each is HTMLElement => each instanceof HTMLElement && GATE.test(each.localName),
      );
      pointAt(gate ? keyOfElement(gate) : null);
    },
    { signal, passive: true },
  );

  function clear() {
    for (const box of boxes) box.remove();
    boxes = [];
  }

  return {
    /** Draws a frame around the content of the gate's elements. */
    mark(key: string) {
      clear();
      for (const element of elementsOf(key)) {
        const rect = rectOf(element);
        if (!rect) continue;
        const box = make("div", { class: "box", "aria-hidden": "true" });
        // Set as properties: a strict policy forbids the attribute `style`.
        for (const side of ["left", "top", "width", "height"] as const) box.style[side] = `${rect[side]}px`;
        root.append(box);
        boxes.push(box);
      }
    },
    scrollTo(key: string) {
      const [first] = elementsOf(key);
      if (!first) return;
      const shown = [first, ...first.children].find((each) => each.checkVisibility?.() && rectOf(each));
      (shown ?? first).scrollIntoView({ block: "center" });
      this.mark(key);
    },
    clear,
    end() {
      clear();
      listenerAbort.abort();
    },
  };
}

const elementsOf = (key: string) => [...gatesIn(document)].filter((each) => keyOfElement(each) === key);

/** Yields every gate element, in open shadow trees, too. */
function* gatesIn(root: ParentNode): Generator<Element> {
  for (const each of root.querySelectorAll("*")) {
    if (GATE.test(each.localName)) yield each;
    if (each.shadowRoot) yield* gatesIn(each.shadowRoot);
  }
}

/** Returns the key of the element's conditions; `null` where they are invalid. */
function keyOfElement(element: GateElement): string | null {
  const { feature, atLeast, status } = element;
  const conditions = Object.entries({ feature, atLeast, status }).filter(([, value]) => value !== undefined);
  try {
    return keyOf(readConditions(Object.fromEntries(conditions)));
  } catch {
    return null;
  }
}

/** Returns the box of the element's content, because the element has no box of its own; `null` where it shows nothing. */
function rectOf(element: Element): DOMRect | null {
  const range = document.createRange();
  range.selectNodeContents(element);
  const rect = range.getBoundingClientRect();
  return rect.width > 0 && rect.height > 0 ? rect : null;
}

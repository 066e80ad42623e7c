// Elements, made and kept up to date. Nothing is ever parsed as HTML: a page may enforce Trusted Types.

/** Typed as a method: TypeScript compares the parameters of methods loosely, so that a listener may take a `KeyboardEvent`. */
type Listener = { handle(event: Event): void }["handle"];

/** One child of a list that `createList` keeps up to date. */
export interface Row<Item> {
  element: HTMLElement;
  update(item: Item): void;
}

/** Makes an element with these attributes; functions are listeners, by the name of their event. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  given: Record<string, string | boolean | undefined | Listener> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** Writes a text only if it differs, so that a selection, and a screen reader, are left alone. */
export function setText(element: Node, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

export function mark(element: Element, name: string, value: string | boolean): void {
  if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
}

/**
 * Keeps the children of `list` in step with `items`: one for each key, in their order. `make` gives `{ element, update(item) }`.
 * What stays is neither made anew nor moved, so the focus stays, too.
 */
export function createList<Item, Key>(
  list: Element,
  keyOf: (item: Item) => Key,
  makeRow: (item: Item) => Row<Item>,
) {
  const rows = new Map<Key, Row<Item>>();
  return {
    rows,
    show(items: readonly Item[]) {
      const keys = new Set(items.map(keyOf));
      for (const [key, { element }] of rows) {
        if (keys.has(key)) continue;
        element.remove();
        rows.delete(key);
      }
      let next = list.firstElementChild;
      for (const item of items) {
        const key = keyOf(item);
        const row = rows.get(key) ?? makeRow(item);
        rows.set(key, row);
        row.update(item);
        if (row.element === next) next = next.nextElementSibling;
        else list.insertBefore(row.element, next);
      }
    },
  };
}

const PARTS: Intl.DateTimeFormatOptions = {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
};

/** Returns a time as a clock shows it, with seconds; on another day than today with the weekday, too. */
export function clockTime(time: number): string {
  const [date, today] = [new Date(time), new Date()];
  const clock = date.toLocaleTimeString([], PARTS);
  const isToday = date.toDateString() === today.toDateString();
  return isToday ? clock : `${date.toLocaleDateString([], { weekday: "short" })} ${clock}`;
}

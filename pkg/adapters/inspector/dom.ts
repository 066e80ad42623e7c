// Creates and updates the inspector's elements. No text is parsed as HTML, because a page may enforce Trusted Types.

/** An event listener. It is the type of a method, because TypeScript checks parameters of methods less strictly: a listener may take a `KeyboardEvent`. */
type Listener = { handle(event: Event): void }["handle"];

/** One child of a list that `createList` keeps up to date. */
export interface Row<Item> {
  element: HTMLElement;
  update(item: Item): void;
}

/** Makes an element. A member of `given` is an attribute, or a listener of the event with that name if it is a function. */
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

/** Writes a text only if it differs, so that an equal text neither loses the user's selection nor is announced by a screen reader. */
export function setText(element: Node, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

export function mark(element: Element, name: string, value: string | boolean): void {
  if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
}

/**
 * Returns an object with `show(items)`, which makes the children of `list` match `items`: one row for each key, in this order. Rows that stay are
 * neither created anew nor moved, so that the focus stays.
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

// The parts of the form and of the dialog, each with a class of its own, and their layout.

/** Weaker than any rule of a page. */
const LAYOUT = ":where([class^=sign-in-field]){display:grid;gap:.5em}";

type Attributes = Record<string, string | boolean>;

export function createPart<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  name: string,
  attributes: Attributes = {},
): HTMLElementTagNameMap[Tag] {
  const part = document.createElement(tag);
  set(part, { class: `sign-in-${name}`, ...attributes });
  return part;
}

export function set(part: Element, attributes: Attributes): void {
  // The browser makes a text of it.
  for (const [name, value] of Object.entries(attributes)) part.setAttribute(name, value as string);
}

export function place(part: ChildNode, parent: Element, isThere: unknown): void {
  if (!isThere) part.remove();
  else if (part.parentNode !== parent) parent.append(part);
}

/** Writes only what differs, so that a live region speaks only of changes. */
export function setText(node: Node, text = ""): void {
  if (node.textContent !== text) node.textContent = text;
}

/** A sheet belongs to one document: an element may be moved into that of a frame. */
const layouts = new WeakMap<Document, CSSStyleSheet>();

/** Into the document, or the shadow tree, in which the form stands. Not in jsdom. */
export function layOut(root: Node): void {
  const { adoptedStyleSheets: sheets } = root as Document | ShadowRoot;
  const { defaultView: view } = root.ownerDocument ?? (root as Document);
  if (!sheets || !view) return;
  const layout = layouts.get(view.document) ?? new view.CSSStyleSheet();
  layouts.set(view.document, layout);
  if (sheets.includes(layout)) return;
  layout.replaceSync(LAYOUT);
  sheets.push(layout);
}

// The parts of the form and of the dialog, each with a class of its own, and their layout.

/** Weaker than any rule of a page. */
const LAYOUT = ":where([class^=sign-in-field]){display:grid;gap:.5em}";

export function createPart(tag, name, attributes = {}) {
  const part = document.createElement(tag);
  set(part, { class: `sign-in-${name}`, ...attributes });
  return part;
}

export function set(part, attributes) {
  for (const [name, value] of Object.entries(attributes)) part.setAttribute(name, value);
}

export function place(part, parent, isThere) {
  if (!isThere) part.remove();
  else if (part.parentNode !== parent) parent.append(part);
}

/** Writes only what differs, so that a live region speaks only of changes. */
export function setText(node, text = "") {
  if (node.textContent !== text) node.textContent = text;
}

/** A sheet belongs to one document: an element may be moved into that of a frame. @type {WeakMap<Document, CSSStyleSheet>} */
const layouts = new WeakMap();

/**
 * Into the document, or the shadow tree, in which the form stands. Not in jsdom.
 * @param {any} root
 */
export function layOut(root) {
  const { adoptedStyleSheets: sheets } = root;
  const { defaultView: view } = root.ownerDocument ?? root;
  if (!sheets || !view) return;
  const layout = layouts.get(view.document) ?? new view.CSSStyleSheet();
  layouts.set(view.document, layout);
  if (sheets.includes(layout)) return;
  layout.replaceSync(LAYOUT);
  sheets.push(layout);
}

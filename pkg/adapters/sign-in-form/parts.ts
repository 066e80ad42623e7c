// Makes the parts of the form and of the dialog, each with a class `sign-in-…`, and adds their layout.

import { createPart as createAnyPart } from "../shared/parts.js";

/** The layout of the parts. With `:where` every rule of the page is stronger. */
const LAYOUT = ":where([class^=sign-in-field]){display:grid;gap:.5em}";

export const createPart = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  name: string,
  attributes?: Parameters<typeof createAnyPart>[2],
) => createAnyPart(tag, `sign-in-${name}`, attributes);

/** A style sheet for each document, because a sheet works in one document only, and an element may be moved into a frame's. */
const layouts = new WeakMap<Document, CSSStyleSheet>();

/** Adds the layout to the document, or the shadow tree, that contains the form; jsdom has no `adoptedStyleSheets`. */
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

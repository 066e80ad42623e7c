// Makes and updates the parts of the package's elements: the DOM nodes that they put into the light DOM.

type Attributes = Record<string, string | boolean>;

/** Makes a part. `name` becomes its class, for the page's styles. */
export function createPart<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  name: string,
  attributes: Attributes = {},
): HTMLElementTagNameMap[Tag] {
  const part = document.createElement(tag);
  set(part, { class: name, ...attributes });
  return part;
}

export function set(part: Element, attributes: Attributes): void {
  // The browser turns a boolean into a text.
  for (const [name, value] of Object.entries(attributes)) part.setAttribute(name, value as string);
}

/** Puts the part into `parent` if `isWanted`, else takes it out. A part that is in place is not moved. */
export function place(part: ChildNode, parent: Element, isWanted: unknown): void {
  if (!isWanted) part.remove();
  else if (part.parentNode !== parent) parent.append(part);
}

/** Writes a text only if it differs, so that a screen reader announces only real changes of a live region. */
export function setText(node: Node, text = ""): void {
  if (node.textContent !== text) node.textContent = text;
}

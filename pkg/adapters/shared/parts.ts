// What the elements in the light DOM are made of.

type Attributes = Record<string, string | boolean>;

/** Each part has a class of its own, which begins with what it is a part of. */
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

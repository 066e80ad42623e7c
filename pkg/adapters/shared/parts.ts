// The parts that the package's elements put into the light DOM.

type Attributes = Record<string, string | boolean>;

/** Makes a part. It has a class of its own, which begins with the name of what it is a part of. */
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
  // The browser makes a text of a value that is none.
  for (const [name, value] of Object.entries(attributes)) part.setAttribute(name, value as string);
}

export function place(part: ChildNode, parent: Element, isThere: unknown): void {
  if (!isThere) part.remove();
  else if (part.parentNode !== parent) parent.append(part);
}

/** Writes a text only if it differs, so that a screen reader says only changes of a live region. */
export function setText(node: Node, text = ""): void {
  if (node.textContent !== text) node.textContent = text;
}

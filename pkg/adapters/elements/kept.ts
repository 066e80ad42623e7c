// Tells which gates stand in children that a `<signed-in>` keeps, hidden, while it is not known that its user is signed in.

/** The slot of each `<signed-in>`: it has a name while the children do not show. */
export const keeping = new WeakMap<Node, HTMLSlotElement>();

/** Whether this node is in the children that a `<signed-in>` keeps. A node in one of that element's named slots is not. */
export function isKept(node: Node): boolean {
  const { slot, parentNode, host } = node as Element & ShadowRoot;
  const parent = parentNode ?? host;
  return parent ? (!slot && !!keeping.get(parent)?.name) || isKept(parent) : false;
}

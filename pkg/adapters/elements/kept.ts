// Finds out whether a gate is among the children that a `<signed-in>` keeps, hidden, while its user is not known to be signed in.

/** The slot of each `<signed-in>`. Its name is empty while the kept children show. */
export const keptSlots = new WeakMap<Node, HTMLSlotElement>();

/** Whether a `<signed-in>` around this node hides it now, but keeps it. A child with a `slot` of its own (`fallback`, `pending`) is not kept. */
export function isKept(node: Node): boolean {
  const { slot, parentNode, host } = node as Element & ShadowRoot;
  const parent = parentNode ?? host;
  return parent ? (!slot && !!keptSlots.get(parent)?.name) || isKept(parent) : false;
}

// Which gates stand in what a `<signed-in>` keeps, though it is not known that its user is signed in.

/** Each `<signed-in>` that does not show its children now. */
export const hiding = new WeakSet<Node>();

/** Whether one of those is around, with this node among its children. What stands in one of its slots instead is not. */
export function isKept(node: Node): boolean {
  const parent = node.parentNode ?? (node as ShadowRoot).host;
  return parent ? (hiding.has(parent) && !(node as Element).slot) || isKept(parent) : false;
}

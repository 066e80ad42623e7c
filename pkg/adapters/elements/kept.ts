// Which gates stand in what a `<signed-in>` keeps, though it is not known that its user is signed in.

/** Of each `<signed-in>` the slot, which has a name while its children do not show. */
export const keeping = new WeakMap<Node, HTMLSlotElement>();

/** Whether one of those is around, with this node among its children. What stands in one of its slots instead is not. */
export function isKept(node: Node): boolean {
  const { slot, parentNode, host } = node as Element & ShadowRoot;
  const parent = parentNode ?? host;
  return parent ? (!slot && !!keeping.get(parent)?.name) || isKept(parent) : false;
}

/**
 * Defines properties. Nothing that the page has put on `Object.prototype`, such as `get` or `value`, becomes part of their descriptors, and
 * no setter there is called.
 */
export function define<Target extends object>(target: Target, descriptors: PropertyDescriptorMap): Target {
  for (const name of Reflect.ownKeys(descriptors))
    Object.defineProperty(target, name, { __proto__: null, ...descriptors[name] });
  return target;
}

/**
 * Defines properties. Nothing that the page has put on `Object.prototype`, such as `get` or `value`, becomes part of their descriptors, and
 * no setter there is called.
 * @template {object} Target
 * @param {Target} target
 * @param {PropertyDescriptorMap} descriptors
 * @returns {Target & Record<string | symbol, any>}
 */
export function define(target, descriptors) {
  for (const name of Reflect.ownKeys(descriptors))
    Object.defineProperty(target, name, { __proto__: null, ...descriptors[/** @type {string} */ (name)] });
  return /** @type {any} */ (target);
}

/**
 * Whether `value` is an object of that class, of any realm, as `fetch` takes it: a frame of this origin has classes of its own. To be used
 * only for what the browser then looks at itself: any object can say of itself that it is one.
 */
export const isA = <Instance>(
  Class: { new (...given: never): Instance; readonly name: string },
  value: unknown,
  tag = Class.name,
): value is Instance => value instanceof Class || Object.prototype.toString.call(value) === `[object ${tag}]`;

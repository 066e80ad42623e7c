/**
 * Whether `value` is an instance of `Class`, or of the class of that name in another realm, such as a frame. Only for values that the browser
 * then checks itself: any object can claim a class by its `Symbol.toStringTag`, which `tag` is compared with.
 */
export const isA = <Instance>(
  Class: { new (...given: never): Instance; readonly name: string },
  value: unknown,
  tag = Class.name,
): value is Instance => value instanceof Class || Object.prototype.toString.call(value) === `[object ${tag}]`;

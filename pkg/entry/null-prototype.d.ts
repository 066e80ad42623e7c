// Allows `__proto__: null` in options for the browser: such an object inherits nothing, so the browser reads nothing that a page has put on
// `Object.prototype`. TypeScript takes `__proto__` for a member, and would refuse it.

interface RequestInit {
  __proto__?: null;
}
interface AddEventListenerOptions {
  __proto__?: null;
}
interface CustomEventInit {
  __proto__?: null;
}
interface TextDecoderOptions {
  __proto__?: null;
}
interface PropertyDescriptor {
  __proto__?: null;
}
interface ErrorOptions {
  __proto__?: null;
}
interface MutationObserverInit {
  __proto__?: null;
}

// In an object literal `__proto__: null` makes an object that inherits nothing, so that the browser reads nothing that a page has put on
// `Object.prototype`. TypeScript takes `__proto__` for a member.

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

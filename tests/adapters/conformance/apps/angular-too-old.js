// An `@angular/core` of the last unsupported major, with only the exports that the adapter imports.
export const VERSION = { major: "20", full: "20.3.0" };
export class InjectionToken {}
export class DestroyRef {}
export const ɵɵngDeclareComponent = () => {};
export const ɵɵngDeclareDirective = () => {};
const never = () => {
  throw new Error("not reached");
};

export {
  never as afterNextRender,
  never as computed,
  never as inject,
  never as makeEnvironmentProviders,
  never as provideEnvironmentInitializer,
  never as signal,
  never as untracked,
};

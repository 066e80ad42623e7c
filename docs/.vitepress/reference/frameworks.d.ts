// The names that the declarations take from the frameworks, so that the reference says `ReactNode` and not `any`.

declare module "react" {
  export interface ReactElement {}
  export interface ReactNode {}
}
declare module "vue" {
  export interface ComputedRef<T> {
    readonly value: T;
  }
  export interface ShallowRef<T> {
    value: T;
  }
  export interface InjectionKey<T> {
    readonly of: T;
  }
  export interface MaybeRef<T> {
    readonly of: T;
  }
  export interface MaybeRefOrGetter<T> {
    readonly of: T;
  }
  export interface Plugin {}
}
declare module "svelte" {
  export interface Component<Props = object> {
    readonly props: Props;
  }
  export interface Snippet<Parameters extends unknown[] = []> {
    readonly parameters: Parameters;
  }
}
declare module "solid-js" {
  export type Accessor<T> = () => T;
  export namespace JSX {
    interface Element {}
  }
}
declare module "vite" {
  export interface Plugin {}
}
declare module "@angular/core" {
  export interface EnvironmentProviders {}
  export type Signal<T> = () => T;
  export interface TemplateRef<Context> {
    readonly context: Context;
  }
}
declare module "@angular/router" {
  export interface UrlTree {}
}
declare module "@openfeature/web-sdk" {
  export type JsonValue = unknown;
  export interface OpenFeatureEventEmitter {}
  export interface Provider {}
  export interface ProviderMetadata {}
  export interface ResolutionDetails<T> {
    readonly value: T;
  }
}
declare module "@testing-library/react" {
  export interface Queries {}
  export const queries: Queries;
  export interface RenderOptions<Q> {
    readonly queries?: Q;
  }
  export interface RenderResult<Q> {
    readonly queries?: Q;
  }
}

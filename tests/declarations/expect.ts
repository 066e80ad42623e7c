// The assertions of the compile-time tests.

/** Compiles only where `T` is `true`. */
export type Expect<T extends true> = T;

/** Whether two types are the same, and not merely assignable to each other; `any` equals nothing but itself. */
export type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

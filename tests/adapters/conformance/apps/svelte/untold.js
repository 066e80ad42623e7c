// The module that compiled components call, as if Svelte no longer told by it that it hydrates.
export const first_child = undefined;

// What compiled components call, as it were if Svelte told by it no longer that it hydrates.
export const first_child = undefined;

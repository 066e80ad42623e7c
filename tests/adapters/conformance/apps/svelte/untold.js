// Stands in for `svelte/internal/client` of a later Svelte, which no longer has the export by which the adapter learns that it hydrates.
export const first_child = undefined;

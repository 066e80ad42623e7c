// `svelte/reactivity` as it was before 5.7.
export const SvelteMap = Map;

// Only for a test: the headers of a response of `fetch` are immutable.
export const loader = () => fetch("data:,Handed%20on.");

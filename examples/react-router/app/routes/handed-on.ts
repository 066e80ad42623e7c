// For the test alone: the headers of what `fetch` answers are immutable.
export const loader = () => fetch("data:,Handed%20on.");

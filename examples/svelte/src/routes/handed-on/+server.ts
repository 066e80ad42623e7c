import type { RequestHandler } from "./$types";

// Only for a test: the headers of a response of `fetch` are immutable.
export const GET: RequestHandler = () => fetch("data:,Handed%20on.");

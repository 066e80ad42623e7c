import type { RequestHandler } from "./$types";

// For the test alone: the headers of what `fetch` answers are immutable.
export const GET: RequestHandler = () => fetch("data:,Handed%20on.");

import type { APIRoute } from "astro";

// Only for a test: the headers of a response of `fetch` are immutable.
export const GET: APIRoute = () => fetch("data:,Handed%20on.");

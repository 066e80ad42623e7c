import type { APIRoute } from "astro";

// For the test alone: the headers of what `fetch` answers are immutable.
export const GET: APIRoute = () => fetch("data:,Handed%20on.");

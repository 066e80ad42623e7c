import type { readSession } from "platform-session/server";
import { createContext } from "react-router";

/** What was read for the request at hand. */
export const requestSession = createContext<Awaited<ReturnType<typeof readSession>>>();

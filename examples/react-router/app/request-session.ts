import type { readSession } from "platform-session/server";
import { createContext } from "react-router";

/** The session of the current request. */
export const requestSession = createContext<Awaited<ReturnType<typeof readSession>>>();

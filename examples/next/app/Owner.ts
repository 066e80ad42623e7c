"use client";

import { createContext } from "react";

/** Aborts when the identity ends that has come to this address. */
export const Owner = createContext(AbortSignal.abort());

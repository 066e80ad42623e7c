"use client";

import { createContext } from "react";

/** A signal that is aborted when the identity ends that opened this address. */
export const Owner = createContext(AbortSignal.abort());

import { act } from "@testing-library/react";
import { createTestSession } from "platform-session/testing";

export const session = createTestSession({ user: { name: "Ada" }, reauthenticate: true, notify: act });
export const { reauthentication } = session;

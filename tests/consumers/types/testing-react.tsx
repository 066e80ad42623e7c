import { queries, within } from "@testing-library/react";
import {
  createTestSession,
  signInAgain as signInAgainWithout,
  type TestSession,
} from "platform-session/testing";
import {
  type RenderWithSessionOptions,
  renderWithSession,
  signInAgain,
} from "platform-session/testing/react";
import type { ReactNode } from "react";
import type { Equal, Expect } from "../../declarations/expect.js";

const Cache = ({ children }: { children: ReactNode }) => <section>{children}</section>;
const named = { getById: (container: HTMLElement, _id: string) => container };

const { session, container, getByText, rerender } = renderWithSession(<p />, {
  user: { name: "Ada" },
  features: ["chat-history"],
  reauthenticate: true,
  wrapper: Cache,
});
const own = renderWithSession(<p />, { queries: { ...queries, ...named }, container: document.body });
const svg = renderWithSession(<path />, {
  container: document.createElementNS("http://www.w3.org/2000/svg", "svg"),
});
export type Checks = [
  Expect<Equal<typeof session, TestSession>>,
  Expect<Equal<typeof container, HTMLElement>>,
  Expect<Equal<typeof svg.container, SVGSVGElement>>,
  Expect<Equal<ReturnType<typeof own.getById>, HTMLElement>>,
];

getByText("Ada");
rerender("text");
within(own.container).getByText("Ada");
renderWithSession(({ reauthentication }) => reauthentication.value?.reason);
renderWithSession(null, { session: createTestSession({ reauthenticate: true }) });
renderWithSession(null, { session: undefined, user: undefined, status: undefined, wrapper: undefined });
// @ts-expect-error No feature of this deployment.
renderWithSession(null, { features: ["chat-histroy"] });
// @ts-expect-error No option.
renderWithSession(null, { featurs: [] });
renderWithSession(null, {
  reauthenticate: "dialog",
  answers: { fetch: () => new Response(), login: "network" },
});
// @ts-expect-error It is a function, `true` or "dialog".
renderWithSession(null, { reauthenticate: false });
// @ts-expect-error Of the double alone there is no dialog.
createTestSession({ reauthenticate: "dialog" });
// @ts-expect-error No call of which a test may choose the end.
createTestSession({ answers: { close: "network" } });
// @ts-expect-error A session of a page cannot be steered.
renderWithSession(null, { session: session as import("platform-session").Session });
export const options: RenderWithSessionOptions = { user: null, hydrate: false };

export const again: Promise<void>[] = [signInAgain(session), signInAgainWithout(session)];
// @ts-expect-error A user of a page signs in by its form.
signInAgain(session as import("platform-session").Session);

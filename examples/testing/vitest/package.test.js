import { createSession } from "platform-session";
import { sessionBody } from "platform-session/testing";
import { afterEach, expect, test, vi } from "vitest";

afterEach(() => vi.unstubAllGlobals());

test("the package itself runs, and asks for the session alone", async () => {
  const answer = sessionBody({ user: { name: "Ada" }, features: ["report-analysis"] });
  const asked = vi.fn(async () => Response.json(answer));
  vi.stubGlobal("fetch", asked);
  const session = createSession();
  const { user } = await session.ready;
  expect(user.name).toBe("Ada");
  expect(session.gate({ feature: "report-analysis" }).granted).toBe(true);
  expect(asked).toHaveBeenCalledTimes(1);
  session.close();
});

import assert from "node:assert/strict";
import { openBare, signIn } from "../support/bare-page.mjs";
import { scenario, test } from "../support/scenario.mjs";

test(
  "each error of a listener is reported to the page once, and stops no other listener",
  // A thrown value that is no error has no text.
  scenario({ expects: [/thrown by/, /^$/] }, async ({ context, deployment }) => {
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    const result = await page.evaluate(async () => {
      const reported = [];
      addEventListener("error", ({ error, message }) => reported.push(error?.message ?? message));
      let armed = false;
      const throwing = (what) => () => {
        if (armed) throw what;
      };
      const feature = session.permissions.feature("chat-history");
      session.subscribe({ next: throwing(new Error("thrown by an observer")) });
      session.subscribe(throwing(null));
      session.permissions.subscribe(throwing(new Error("thrown by permissions")));
      feature.subscribe(throwing(new Error("thrown by a feature")));
      session.addEventListener("signed-out", throwing(new Error("thrown by an event listener")));
      const counts = { session: 0, feature: 0, event: 0 };
      session.subscribe(() => counts.session++);
      feature.subscribe(() => counts.feature++);
      session.addEventListener("signed-out", () => counts.event++);
      armed = true;
      await session.logout();
      return { reported: reported.sort(), counts };
    });
    // Snapshots: at the subscription, at the call, and as the sign-out is confirmed.
    assert.deepEqual(result, {
      reported: [
        ...["Uncaught null", "Uncaught null", "thrown by a feature", "thrown by an event listener"],
        ...["thrown by an observer", "thrown by an observer", "thrown by permissions"],
      ],
      counts: { session: 3, feature: 2, event: 1 },
    });
  }),
);

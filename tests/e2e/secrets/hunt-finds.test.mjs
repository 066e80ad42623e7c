// The hunt of `hunt.test.mjs` finds canaries: one of each kind is planted in each place.

import { WHOLE_STRINGS } from "../support/heap.mjs";
import { huntUntil } from "../support/hunt.mjs";
import { openHuntingGround } from "../support/hunting-ground.mjs";
import { answering, LOGIN } from "../support/identity-api.mjs";
import { PLANTS, preparePlanting } from "../support/plants.mjs";
import { launching, scenario, test } from "../support/scenario.mjs";
import { canary } from "../support/wire.mjs";

test.use(launching([WHOLE_STRINGS]));

test(
  "a token or a password left in any place is found there, and nowhere else",
  scenario(async (stage) => {
    const ground = await openHuntingGround(stage, stage.deployment);
    await ground.page.evaluate(preparePlanting);
    const canaries = [];
    const expected = {};
    for (const [name, places, plant, arrange] of PLANTS) {
      for (const kind of ["token", "password"]) {
        const text = canary();
        canaries.push({ name: `${name} (${kind})`, kind, text });
        expected[`${name} (${kind})`] = places;
        if (arrange) await ground.control.faults(arrange(text));
        ground.wire.handOut("/canary", { text });
        await ground.page.evaluate(`(async () => {
        const { text } = await (await fetch("/canary")).json();
        await (${plant})(text);
      })()`);
      }
    }
    await huntUntil(ground.given, canaries, expected);
  }),
);

test(
  "a token and a password may be where they belong on the wire, and are found anywhere else",
  scenario(async (stage) => {
    const ground = await openHuntingGround(stage, stage.deployment);
    const token = { name: "the token", kind: "token", text: canary() };
    const password = { name: "the password", kind: "password", text: canary() };
    for (const { text } of [token, password]) {
      ground.wire.handOut("/canary", { text });
      await ground.control.faults(
        answering("POST", LOGIN, { text }, { headers: { "set-cookie": `a=${text}; HttpOnly` } }),
      );
      await ground.page.evaluate(async () => {
        const { text } = await (await fetch("/canary")).json();
        await fetch("/api/auth/login", { method: "POST", body: text });
        await fetch("/api/roles", { headers: { authorization: `Bearer ${text}` } });
      });
    }
    await huntUntil(ground.given, [token, password], {
      "the token": ["request bodies"],
      "the password": ["answer bodies", "answer headers", "request headers"],
    });
  }),
);

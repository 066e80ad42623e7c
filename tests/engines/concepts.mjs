// What every engine is asked of the package itself; `adapters-*.test.mjs` ask of its adapters. The rest is asked of Chromium alone
// (tests/e2e): CONTRIBUTING.md says what, and why.

import { back } from "./back.mjs";
import { errors } from "./errors.mjs";
import { firstLoad } from "./first-load.mjs";
import { hunt } from "./hunt.mjs";
import { inspector } from "./inspector.mjs";
import { otherOrigins } from "./other-origins.mjs";
import { outage } from "./outage.mjs";
import { reauthentication } from "./reauthentication.mjs";
import { requests } from "./requests.mjs";
import { wholeSession } from "./session.mjs";
import { sessionNotices } from "./session-notices.mjs";
import { signInDialog } from "./sign-in-dialog.mjs";
import { signOutButton } from "./sign-out-button.mjs";
import { singleSignOn } from "./single-sign-on.mjs";
import { tabs } from "./tabs.mjs";

export const CONCEPTS = [
  wholeSession,
  firstLoad,
  hunt,
  requests,
  errors,
  reauthentication,
  signInDialog,
  signOutButton,
  sessionNotices,
  otherOrigins,
  tabs,
  back,
  singleSignOn,
  outage,
  inspector,
];

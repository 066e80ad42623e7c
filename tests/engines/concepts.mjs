// The tests of the package itself that run in every engine; those of its adapters: `adapters-*.test.mjs`. All others run in Chromium alone
// (tests/e2e): CONTRIBUTING.md says which, and why.

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

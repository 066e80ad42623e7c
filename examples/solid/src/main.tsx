import { Route, Router } from "@solidjs/router";
import { signInSession } from "platform-session/sign-in";
import { IdentityBoundary, SignedIn } from "platform-session/solid";
import type { ParentProps } from "solid-js";
import { render } from "solid-js/web";
import { base } from "./base";
import { Home } from "./Home";
import { Layout } from "./Layout";
import { Notes } from "./Notes";
import { Reports } from "./Reports";
import { SignIn } from "./SignIn";
import { ToSignIn } from "./ToSignIn";
import { Waiting } from "./Waiting";

const session = signInSession();

// In development, a panel says why each gate is open or closed.
if (import.meta.env.DEV) import("platform-session/inspector").then(({ inspect }) => inspect(session));

/** Without a signed-in user, the routes within lead to a sign-in page. */
const BehindSignIn = (props: ParentProps) => (
  <SignedIn fallback={<ToSignIn />} pending={<Waiting />}>
    {props.children}
  </SignedIn>
);

render(
  () => (
    // The boundary builds the router anew, at `home`: the next user must not get the last user's address.
    <IdentityBoundary session={session} home={`${base}/sign-in`}>
      <Router root={Layout} base={base}>
        <Route path="/" component={Home} />
        <Route path="/notes" component={Notes} />
        <Route path="/sign-in" component={SignIn} />
        <Route component={BehindSignIn}>
          <Route path="/reports" component={Reports} />
        </Route>
      </Router>
    </IdentityBoundary>
  ),
  document.querySelector("#app") as HTMLElement,
);

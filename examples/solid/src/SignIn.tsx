import { Navigate, useSearchParams } from "@solidjs/router";
import { Gate } from "platform-session/solid";
import { SignInForm } from "./SignInForm";

export function SignIn() {
  const [search] = useSearchParams<{ from?: string }>();
  // Goes back to the address that `ToSignIn` has left, if that is a route of this app.
  const wayBack = () => {
    const { from = "/" } = search;
    return /^\/(?![\s/\\])/.test(from) ? from : "/";
  };
  return (
    <>
      <Gate status="authenticated">
        <Navigate href={wayBack()} />
      </Gate>
      <SignInForm />
    </>
  );
}

import { isExpected } from "platform-session/errors";
import { useRevalidator, useRouteError } from "react-router";
import { Waiting } from "./Waiting";

/** Shown in the place of a page after its loader has failed. */
export function Failed() {
  const error = useRouteError();
  const { state, revalidate } = useRevalidator();
  // What something newer has ended is no failure: that is on its way.
  if (isExpected(error)) return <Waiting />;
  return (
    <p role="alert">
      This page cannot be shown.{" "}
      <button type="button" disabled={state === "loading"} onClick={revalidate}>
        Try again
      </button>
    </p>
  );
}

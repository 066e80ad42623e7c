import { isExpected } from "platform-session/errors";
import { useRevalidator, useRouteError } from "react-router";
import { Waiting } from "./Waiting";

/** Shown in place of a page that could not be loaded. */
export function Failed() {
  const error = useRouteError();
  const { state, revalidate } = useRevalidator();
  // An error of a superseded load is not shown: a newer load is under way.
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

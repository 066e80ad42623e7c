import { useSession } from "platform-session/react";
import { Tools } from "./Tools";

export function Home() {
  const { status, user } = useSession();
  // The element says why the page waits.
  if (status === "unknown") return <sign-in-form />;
  if (!user) return <p>You are signed out.</p>;
  return (
    <>
      <p>Welcome, {user.name}.</p>
      <Tools />
    </>
  );
}

import { useSession } from "platform-session/react";
import { Tools } from "./Tools";
import { Waiting } from "./Waiting";

export function Home() {
  const { status, user } = useSession();
  if (status === "unknown") return <Waiting />;
  if (!user) return <p>You are signed out.</p>;
  return (
    <>
      <p>Welcome, {user.name}.</p>
      <Tools />
    </>
  );
}

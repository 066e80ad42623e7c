import { useSession } from "platform-session/react";
import { Waiting } from "./Waiting";

export function Home() {
  const { status, user } = useSession();
  if (status === "unknown") return <Waiting />;
  return <p>{user ? `Welcome, ${user.name}.` : "You are signed out."}</p>;
}

import { useIdentity } from "platform-session/react";
import { type SubmitEvent, useState } from "react";

export function Workspace() {
  // The draft is saved only for the user who typed it.
  const { fetch } = useIdentity();
  const [status, setStatus] = useState("");

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = new FormData(event.currentTarget).get("name");
    const headers = { "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify({ name }) };
    setStatus("Saving…");
    const isSaved = await fetch("/agent-hub-api/api/workspace", init).then(
      ({ ok }) => ok,
      () => false,
    );
    setStatus(isSaved ? "Saved." : "Not saved.");
  }

  return (
    <form onSubmit={save}>
      <label>
        Name <input name="name" required />
      </label>
      <button type="submit">Save</button>
      <p role="status">{status}</p>
    </form>
  );
}

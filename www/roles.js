import { isSessionError } from "./pkg/index.js";
import { describeError } from "./wording.js";

/** Shows the role catalogue to the signed-in user, with the roles that the user's own role includes. */
export function showRoles(session, section) {
  const note = section.querySelector(".roles-note");
  const list = section.querySelector(".role-list");
  const template = section.querySelector("template");
  /** The user and the role for which the catalogue is shown or being read; `null`: it must be read. */
  let shownFor = null;

  session.subscribe((snapshot) => {
    if (snapshot.status !== "authenticated") {
      shownFor = null;
      close("closed", "Shown once you are signed in.");
      return;
    }
    // After a failed read, `shownFor` is `null`: the catalogue is read again once the session is not stale.
    const key = `${snapshot.user.id} ${snapshot.user.userType}`;
    if (key !== shownFor && !snapshot.stale) {
      shownFor = key;
      read(key);
    }
  });

  async function read(key) {
    close("loading", "Reading the role catalogue…");
    let roles;
    try {
      roles = await session.roles();
    } catch (error) {
      if (!isSessionError(error)) {
        throw error;
      }
      if (shownFor === key) {
        shownFor = error.retryable ? null : key;
        close("unavailable", explain(error), error.code);
      }
      return;
    }
    if (shownFor === key) {
      open(roles, session.snapshot.user.userType);
    }
  }

  function close(state, text, code = "") {
    section.dataset.state = state;
    section.dataset.error = code;
    note.textContent = text;
    note.hidden = false;
    list.hidden = true;
    list.replaceChildren();
  }

  function open(roles, own) {
    section.dataset.state = "shown";
    section.dataset.error = "";
    note.hidden = true;
    list.hidden = false;
    const descending = [...roles].sort((a, b) => b.rank - a.rank);
    list.replaceChildren(...descending.map((role) => row(role, own)));
  }

  function row(role, own) {
    const item = template.content.cloneNode(true).firstElementChild;
    const isOwn = role.name === own;
    const isIncluded = session.atLeast(role.name);
    item.dataset.testid = `role-${role.name}`;
    item.dataset.own = String(isOwn);
    item.dataset.reached = String(isIncluded);
    item.querySelector(".rank").textContent = `Rank ${role.rank}`;
    item.querySelector("strong").textContent = role.label || role.name;
    item.querySelector(".role-description").textContent = role.description;
    const badge = item.querySelector(".badge");
    badge.hidden = !isIncluded;
    badge.textContent = isOwn ? "Your role" : "Included";
    return item;
  }
}

function explain(error) {
  return error.code === "unauthenticated"
    ? "This deployment shows its roles only to a page that holds an access token. After a reload, and after single sign-on, this page holds none, by design. To see them, sign out, and sign in again with a password."
    : describeError(error);
}

import { isSessionError } from "./pkg/index.js";

/** Shows who is signed in, and signs them out. Nothing of the user stays in the page afterwards. */
export function showAccount(session) {
  const account = document.getElementById("account");
  const signOut = document.getElementById("sign-out");
  // A sign-out that did not reach the deployment may be tried again, though nobody is known to be signed in.
  let owed = false;

  function render({ status, user }) {
    account.hidden = status !== "authenticated";
    document.getElementById("user-name").textContent = user?.name ?? "";
    document.getElementById("user-email").textContent = user?.email ?? "";
    document.getElementById("user-role").textContent = user?.userType ?? "";
    document.getElementById("company").textContent = describeCompany(user?.company ?? null);
    document.getElementById("company-row").hidden = (user?.company ?? null) === null;

    if (status === "authenticated") {
      owed = false;
    }
    const again = owed && status === "unknown";
    signOut.hidden = status !== "authenticated" && !again;
    signOut.textContent = again ? "Sign out again" : "Sign out";
  }

  session.subscribe(render);
  signOut.addEventListener("click", async () => {
    owed = true;
    try {
      await session.logout();
      owed = false;
    } catch (error) {
      // The status says what went wrong, and the button stays.
      if (!isSessionError(error)) {
        throw error;
      }
    }
    render(session.snapshot);
  });
}

function describeCompany(company) {
  return company === null ? "" : [company.name, company.city, company.country].filter(Boolean).join(", ");
}

import { isSessionError } from "./pkg/index.js";

/** Shows who is signed in, and signs them out. Nothing of the user stays in the page afterwards. */
export function showAccount(session) {
  const account = document.getElementById("account");
  const signOut = document.getElementById("sign-out");

  function render({ status, user, signOutPending }) {
    account.hidden = status !== "authenticated";
    document.getElementById("user-name").textContent = user?.name ?? "";
    document.getElementById("user-email").textContent = user?.email ?? "";
    document.getElementById("user-role").textContent = user?.userType ?? "";
    document.getElementById("company").textContent = describeCompany(user?.company ?? null);
    document.getElementById("company-row").hidden = (user?.company ?? null) === null;

    // A sign-out that failed may be called again, though no user is known to be signed in.
    const again = signOutPending && status === "unknown";
    signOut.hidden = status !== "authenticated" && !again;
    signOut.classList.toggle("primary", again);
    signOut.textContent = again ? "Sign out again" : "Sign out";
  }

  session.subscribe(render);
  signOut.addEventListener("click", async () => {
    try {
      await session.logout();
    } catch (error) {
      // The status says what went wrong, and the button stays.
      if (!isSessionError(error)) {
        throw error;
      }
    }
  });
}

function describeCompany(company) {
  return company === null ? "" : [company.name, company.city, company.country].filter(Boolean).join(", ");
}

import { isSessionError } from "./pkg/index.js";

/** Shows the signed-in user and the sign-out button. Once no user is signed in, the user's data is removed from the page. */
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

    // After a failed sign-out the button stays, although it is not known whether a user is signed in.
    const hasFailed = signOutPending && status === "unknown";
    signOut.hidden = status !== "authenticated" && !hasFailed;
    signOut.classList.toggle("primary", hasFailed);
    signOut.textContent = hasFailed ? "Sign out again" : "Sign out";
  }

  session.subscribe(render);
  signOut.addEventListener("click", async () => {
    try {
      await session.logout();
    } catch (error) {
      // `showStatus` shows the error, and the button stays.
      if (!isSessionError(error)) {
        throw error;
      }
    }
  });
}

function describeCompany(company) {
  return company === null ? "" : [company.name, company.city, company.country].filter(Boolean).join(", ");
}

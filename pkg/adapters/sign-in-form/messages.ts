// The texts of the form, the dialog and the sign-out button. A key is a label, a reason why no user is signed in, or an error code.

import { textsOf } from "../shared/texts.js";
import type { SignInMessages } from "./index.js";

export const english: SignInMessages = {
  email: "Email",
  password: "Password",
  submit: "Sign in",
  "sign-out": "Sign out",
  busy: "Signing in…",
  waiting: "One moment…",
  retrying: "Trying again…",
  "retry-after": "Try again in {seconds} s.",
  failed: "Signing in failed. Please try again.",
  "not-signed-out": "You are not signed out yet.",

  "sign-in-again": "Your session has ended. Sign in again to go on.",
  "sign-in-to-go-on": "Sign in to go on.",
  "sign-in-once-more": "Sign in once more to go on.",
  user: "User: {user}",
  "not-now": "Not now",

  "signed-out": "You have signed out.",
  expired: "Your session has expired.",
  ended: "Your session has ended.",
  deactivated: "This account has been deactivated.",

  "missing-credentials": "Enter your email address and password.",
  "invalid-credentials": "Wrong email address or password.",
  "account-deactivated": "This account has been deactivated.",
  "cookie-refused": "Allow cookies for this site, then sign in again.",
  unauthenticated: "The service refused the sign-in.",
  forbidden: "The service refused the sign-in.",
  "not-supported": "The service does not offer this sign-in.",
  "sso-unavailable": "The service does not offer this sign-in.",
  "invalid-return-url": "The service does not lead back to this page.",
  "popup-blocked": "The browser blocked the sign-in window.",
  "popup-closed": "The sign-in window was closed.",
  network: "The service cannot be reached.",
  timeout: "The service does not answer.",
  superseded: "Signing in was interrupted.",
  "rate-limited": "Too many requests.",
  "server-error": "The service has a problem.",
  "invalid-response": "The service has a problem.",
  "wasm-unavailable": "Signing in does not work here. Reload the page.",
  closed: "Signing in does not work here. Reload the page.",
};

export const german: SignInMessages = {
  email: "E-Mail",
  password: "Passwort",
  submit: "Anmelden",
  "sign-out": "Abmelden",
  busy: "Anmeldung läuft …",
  waiting: "Einen Moment …",
  retrying: "Neuer Versuch …",
  "retry-after": "Neuer Versuch in {seconds} s.",
  failed: "Die Anmeldung ist fehlgeschlagen. Bitte noch einmal versuchen.",
  "not-signed-out": "Sie sind noch nicht abgemeldet.",

  "sign-in-again": "Ihre Sitzung ist beendet. Melden Sie sich wieder an, um fortzufahren.",
  "sign-in-to-go-on": "Melden Sie sich an, um fortzufahren.",
  "sign-in-once-more": "Melden Sie sich noch einmal an, um fortzufahren.",
  user: "Benutzer: {user}",
  "not-now": "Nicht jetzt",

  "signed-out": "Sie haben sich abgemeldet.",
  expired: "Ihre Sitzung ist abgelaufen.",
  ended: "Ihre Sitzung ist beendet.",
  deactivated: "Dieses Konto wurde deaktiviert.",

  "missing-credentials": "Bitte E-Mail-Adresse und Passwort eingeben.",
  "invalid-credentials": "E-Mail-Adresse oder Passwort ist falsch.",
  "account-deactivated": "Dieses Konto wurde deaktiviert.",
  "cookie-refused": "Bitte Cookies für diese Seite erlauben, dann noch einmal anmelden.",
  unauthenticated: "Der Dienst hat die Anmeldung abgelehnt.",
  forbidden: "Der Dienst hat die Anmeldung abgelehnt.",
  "not-supported": "Der Dienst bietet diese Anmeldung nicht an.",
  "sso-unavailable": "Der Dienst bietet diese Anmeldung nicht an.",
  "invalid-return-url": "Der Dienst führt nicht auf diese Seite zurück.",
  "popup-blocked": "Der Browser hat das Anmeldefenster blockiert.",
  "popup-closed": "Das Anmeldefenster wurde geschlossen.",
  network: "Der Dienst ist nicht erreichbar.",
  timeout: "Der Dienst antwortet nicht.",
  superseded: "Die Anmeldung wurde unterbrochen.",
  "rate-limited": "Zu viele Anfragen.",
  "server-error": "Der Dienst hat eine Störung.",
  "invalid-response": "Der Dienst hat eine Störung.",
  "wasm-unavailable": "Die Anmeldung funktioniert hier nicht. Bitte die Seite neu laden.",
  closed: "Die Anmeldung funktioniert hier nicht. Bitte die Seite neu laden.",
};

export const texts = textsOf(english, "the sign-in form");

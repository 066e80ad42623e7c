import type { Session } from "platform-session";

declare global {
  namespace App {
    interface Locals {
      session: Session;
      initial: unknown;
    }
  }
}

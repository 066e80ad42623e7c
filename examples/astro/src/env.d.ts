declare namespace App {
  interface Locals {
    session: import("platform-session").Session;
    initial: unknown;
  }
}

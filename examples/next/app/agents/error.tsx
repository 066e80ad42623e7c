"use client";

/** Shown in place of the page. */
export default function Failed() {
  return <p role="alert">The agents cannot be shown.</p>;
}

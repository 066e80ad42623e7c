"use client";

/** Shown in the page's place. */
export default function Failed() {
  return <p role="alert">The agents cannot be shown.</p>;
}

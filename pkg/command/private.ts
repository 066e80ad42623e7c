// Where a password may go: over https, or to this very machine.

const LOOPBACK = /^(?:localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/;

export function isPrivate(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === "https:" || LOOPBACK.test(hostname);
}

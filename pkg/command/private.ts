// Decides where a password may be sent: by https, or to this machine.

const LOOPBACK = /^(?:localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/;

/** Whether others on the network cannot read requests to this origin. */
export function isPrivate(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === "https:" || LOOPBACK.test(hostname);
}

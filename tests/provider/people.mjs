/** Who can sign in at the provider; the key is what its page and its tests call them, and their subject. */
export const PEOPLE = {
  hedy: { email: "hedy@example.com", email_verified: true, name: "Hedy Lamarr" },
  alan: { email: "alan@example.com", email_verified: true, name: "Alan Turing" },
  /** The deployment has an account of its own with this address. */
  ada: { email: "ada@example.com", email_verified: true, name: "Another Ada" },
  /** The provider never saw that the address is theirs. */
  eve: { email: "eve@example.com", email_verified: false, name: "Eve Unverified" },
  /** The provider does not say whether the address is theirs. */
  ida: { email: "ida@example.com", name: "Ida Unsaid" },
  nemo: { name: "Nemo Nobody" },
};

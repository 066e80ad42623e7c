/** The accounts of the provider. The key is the account's subject, and its name in the page and in tests. */
export const PEOPLE = {
  hedy: { email: "hedy@example.com", email_verified: true, name: "Hedy Lamarr" },
  alan: { email: "alan@example.com", email_verified: true, name: "Alan Turing" },
  /** A local account of the deployment has this address, too. */
  ada: { email: "ada@example.com", email_verified: true, name: "Another Ada" },
  /** The provider says that the address is not verified. */
  eve: { email: "eve@example.com", email_verified: false, name: "Eve Unverified" },
  /** The provider does not say whether the address is verified. */
  ida: { email: "ida@example.com", name: "Ida Unsaid" },
  nemo: { name: "Nemo Nobody" },
};

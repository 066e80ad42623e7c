-- Who an account is at an identity provider. An address decides nothing here: it may change hands.
CREATE TABLE identities (
    issuer  TEXT NOT NULL,
    subject TEXT NOT NULL,
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    PRIMARY KEY (issuer, subject)
) STRICT, WITHOUT ROWID;

-- Sign-ons under way: a browser is at the provider, and holds both secrets that are hashed here.
CREATE TABLE sign_ons (
    state      BLOB PRIMARY KEY,
    binding    BLOB NOT NULL,
    nonce      TEXT NOT NULL,
    verifier   TEXT NOT NULL,
    return_url TEXT,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX sign_ons_expires_at ON sign_ons (expires_at);

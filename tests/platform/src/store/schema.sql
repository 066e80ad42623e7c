CREATE TABLE roles (
    name        TEXT PRIMARY KEY,
    rank        INTEGER NOT NULL,
    label       TEXT NOT NULL,
    description TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE role_features (
    role        TEXT NOT NULL REFERENCES roles (name),
    feature     TEXT NOT NULL,
    enabled     INTEGER NOT NULL CHECK (enabled IN (0, 1)),
    usage_limit TEXT CHECK (usage_limit IS NULL OR json_valid(usage_limit)),
    PRIMARY KEY (role, feature)
) STRICT, WITHOUT ROWID;

CREATE TABLE role_capabilities (
    role       TEXT NOT NULL REFERENCES roles (name),
    capability TEXT NOT NULL,
    PRIMARY KEY (role, capability)
) STRICT, WITHOUT ROWID;

CREATE TABLE companies (
    id          INTEGER PRIMARY KEY,
    name        TEXT NOT NULL,
    address     TEXT NOT NULL,
    city        TEXT NOT NULL,
    country     TEXT NOT NULL,
    postal_code TEXT NOT NULL
) STRICT;

-- An account without a password hash signs in through an identity provider only.
CREATE TABLE accounts (
    id            INTEGER PRIMARY KEY,
    email         TEXT NOT NULL UNIQUE COLLATE NOCASE,
    name          TEXT NOT NULL,
    password_hash TEXT,
    role          TEXT NOT NULL REFERENCES roles (name),
    active        INTEGER NOT NULL CHECK (active IN (0, 1)),
    auth_source   TEXT NOT NULL,
    company       INTEGER NOT NULL REFERENCES companies (id)
) STRICT;

-- `issued_at` shows that a token is from a clock that was ahead.
CREATE TABLE tokens (
    hash       BLOB PRIMARY KEY,
    account    INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    issued_at  INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX tokens_expires_at ON tokens (expires_at);

-- Visible to its owner, and where it is shared to the owner's company.
CREATE TABLE agents (
    id          INTEGER PRIMARY KEY,
    name        TEXT NOT NULL,
    description TEXT NOT NULL,
    owner       INTEGER NOT NULL REFERENCES accounts (id),
    shared      INTEGER NOT NULL CHECK (shared IN (0, 1))
) STRICT;

CREATE TABLE workspaces (
    id    INTEGER PRIMARY KEY,
    name  TEXT NOT NULL,
    owner INTEGER NOT NULL REFERENCES accounts (id)
) STRICT;

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

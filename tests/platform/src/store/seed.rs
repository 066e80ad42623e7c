//! The initial data of a deployment: the role catalogue, one company, the accounts, a few agents.

use rusqlite::{Connection, params};

use super::{Store, StoreError};
use crate::auth::password::{PasswordError, Passwords};

/// The password of every seeded account.
pub const PASSWORD: &str = "correct horse battery staple";

/// An account that every deployment has from its start.
#[derive(Debug)]
pub struct SeededAccount {
    pub email: &'static str,
    pub name: &'static str,
    pub role: &'static str,
    pub active: bool,
}

pub const SEEDED_ACCOUNTS: &[SeededAccount] = &[
    SeededAccount { email: "ada@example.com", name: "Ada Lovelace", role: "default", active: true },
    SeededAccount { email: "grace@example.com", name: "Grace Hopper", role: "expert", active: true },
    SeededAccount {
        email: "root@example.com",
        name: "Root Administrator",
        role: "administrator",
        active: true,
    },
    SeededAccount { email: "mallory@example.com", name: "Mallory Mallet", role: "default", active: false },
];

struct Role {
    name: &'static str,
    rank: i64,
    label: &'static str,
    description: &'static str,
    /// Name, whether it is enabled, and its usage limit as JSON. A feature that is not listed is not granted.
    features: &'static [(&'static str, bool, Option<&'static str>)],
    capabilities: &'static [&'static str],
}

const ROLES: &[Role] = &[
    Role {
        name: "default",
        rank: 10,
        label: "Default",
        description: "Chats with the assistant, within a daily allowance.",
        features: &[
            ("chat-history", true, None),
            ("chat-messages", true, Some(r#"{"max":50,"period":"day"}"#)),
            ("report-analysis", false, None),
        ],
        capabilities: &[],
    },
    Role {
        name: "expert",
        rank: 50,
        label: "Expert",
        description: "Chats without limits and has reports analysed.",
        features: &[
            ("chat-history", true, None),
            ("chat-messages", true, None),
            ("report-analysis", true, None),
            ("scrum-team-agent", false, None),
        ],
        capabilities: &["create-workspaces"],
    },
    Role {
        name: "administrator",
        rank: 100,
        label: "Administrator",
        description: "Uses every feature and administers the deployment.",
        features: &[
            ("chat-history", true, None),
            ("chat-messages", true, None),
            ("report-analysis", true, None),
            ("scrum-team-agent", true, None),
        ],
        capabilities: &["administer", "create-workspaces"],
    },
];

/// The id of the one company, to which every account belongs.
pub(super) const COMPANY: i64 = 1;

/// Inserts the roles and the company into a new database.
pub(crate) fn catalogue(connection: &Connection) -> rusqlite::Result<()> {
    for role in ROLES {
        connection.execute(
            "INSERT INTO roles (name, rank, label, description) VALUES (?, ?, ?, ?)",
            params![role.name, role.rank, role.label, role.description],
        )?;
        for (feature, enabled, limit) in role.features {
            connection.execute(
                "INSERT INTO role_features (role, feature, enabled, usage_limit) VALUES (?, ?, ?, ?)",
                params![role.name, feature, enabled, limit],
            )?;
        }
        for capability in role.capabilities {
            connection.execute(
                "INSERT INTO role_capabilities (role, capability) VALUES (?, ?)",
                params![role.name, capability],
            )?;
        }
    }
    connection.execute(
        "INSERT INTO companies (id, name, address, city, country, postal_code) VALUES (?, ?, ?, ?, ?, ?)",
        params![COMPANY, "Example Works", "1 Analytical Way", "London", "United Kingdom", "EC1A 1AA"],
    )?;
    Ok(())
}

/// Inserts the missing accounts, then the missing agents, which belong to them.
pub(crate) async fn accounts(store: &Store, passwords: &Passwords) -> Result<(), SeedError> {
    for account in SEEDED_ACCOUNTS {
        if store.password_hash(account.email.to_owned()).await?.is_none() {
            let hash = passwords.hash(PASSWORD.to_owned()).await?;
            store.run(move |connection| insert(connection, account, &hash)).await?;
        }
    }
    store.run(|connection| agents(connection)).await?;
    Ok(())
}

/// Seeding needs both the database and password hashing.
#[derive(Debug, thiserror::Error)]
pub enum SeedError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Password(#[from] PasswordError),
}

fn insert(connection: &Connection, account: &SeededAccount, hash: &str) -> rusqlite::Result<()> {
    connection.execute(
        "INSERT INTO accounts (email, name, password_hash, role, active, auth_source, company)
         VALUES (?, ?, ?, ?, ?, 'local', ?) ON CONFLICT (email) DO NOTHING",
        params![account.email, account.name, hash, account.role, account.active, COMPANY],
    )?;
    Ok(())
}

fn agents(connection: &Connection) -> rusqlite::Result<()> {
    const AGENTS: &[(i64, &str, &str, &str, bool)] = &[
        (1, "Meeting summary", "Turns a transcript into decisions and tasks.", "root@example.com", true),
        (2, "Release planner", "Drafts a plan from the open issues.", "grace@example.com", true),
        (3, "Payroll assistant", "Answers questions on pay. Not shared.", "root@example.com", false),
    ];
    for (id, name, description, owner, shared) in AGENTS {
        connection.execute(
            "INSERT INTO agents (id, name, description, owner, shared)
             SELECT ?, ?, ?, id, ? FROM accounts WHERE email = ? ON CONFLICT (id) DO NOTHING",
            params![id, name, description, shared, owner],
        )?;
    }
    Ok(())
}

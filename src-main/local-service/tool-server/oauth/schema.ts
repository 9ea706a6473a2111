// Tables of the tool server's sign-ins, and how they come to be.

import type { ServiceDatabase } from '../../server/database.ts'
import type { Settings } from '../../server/settings.ts'

/** One entry a version of these tables, in order. Their version is a setting: `user_version` counts the service's own. */
const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE oauth_clients (
    id TEXT PRIMARY KEY,
    -- What the client said about itself when it registered, as JSON.
    metadata TEXT NOT NULL,
    created_ms INTEGER NOT NULL
  ) STRICT;

  -- One row a sign-in that a person has confirmed.
  CREATE TABLE oauth_grants (
    id TEXT PRIMARY KEY,
    client_id TEXT NOT NULL REFERENCES oauth_clients (id) ON DELETE CASCADE,
    -- Tools act as this key: its account, its credits, its jobs.
    key_id TEXT NOT NULL REFERENCES api_keys (id),
    redirect_uri TEXT NOT NULL,
    code_challenge TEXT NOT NULL,
    created_ms INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX oauth_grants_by_client ON oauth_grants (client_id);

  -- Codes and tokens, of which only the hashes are kept. A used one stays until it expires, to recognise its replay.
  CREATE TABLE oauth_secrets (
    hash BLOB PRIMARY KEY,
    grant_id TEXT NOT NULL REFERENCES oauth_grants (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('code', 'access', 'refresh')),
    expires_ms INTEGER NOT NULL,
    used_ms INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX oauth_secrets_by_grant ON oauth_secrets (grant_id);
  CREATE INDEX oauth_secrets_by_expiry ON oauth_secrets (expires_ms);
  `,
]

const VERSION_SETTING = 'tool_server_schema'

/**
 * Brings the tables up to date, each version in a transaction of its own.
 *
 * @throws when a newer release has written them
 */
export function migrateSignIns(database: ServiceDatabase, settings: Settings): void {
  const version = settings.number(VERSION_SETTING) ?? 0
  if (version > MIGRATIONS.length) {
    throw new Error(`The sign-ins have schema ${version}; this release knows ${MIGRATIONS.length} at most`)
  }
  for (const [index, migration] of MIGRATIONS.entries()) {
    if (index < version) continue
    database.transaction(() => {
      database.exec(migration)
      settings.setNumber(VERSION_SETTING, index + 1)
    })()
  }
}

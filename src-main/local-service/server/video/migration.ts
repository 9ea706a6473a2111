// Schema of video-to-sfx: the plans of separated stems. Its jobs lie among the others.

export const videoMigration = `
  CREATE TABLE plans (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    -- SHA-256 of what must not change between the preflight and the create.
    fingerprint BLOB NOT NULL,
    -- JSON: the sounds that were detected, in the order in which they come back.
    sounds TEXT NOT NULL,
    created_ms INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX plans_by_age ON plans (created_ms);
`

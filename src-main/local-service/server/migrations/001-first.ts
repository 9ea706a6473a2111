// First schema: accounts with keys and their ledger, jobs with their files, idempotency, settings.

export const firstMigration = `
  CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value BLOB NOT NULL
  ) STRICT;

  CREATE TABLE accounts (
    id TEXT PRIMARY KEY,
    account_type TEXT NOT NULL CHECK (account_type IN ('user', 'organization')),
    billing_mode TEXT NOT NULL CHECK (billing_mode IN ('metered', 'unmetered')),
    email TEXT,
    -- NULL: the plan has no overage. 0: offered but not enabled. More: enabled, in credits below zero.
    overage_limit INTEGER CHECK (overage_limit >= 0),
    provisioning_state TEXT NOT NULL CHECK (provisioning_state IN ('ready', 'pending', 'stalled')),
    provisioning_deadline_ms INTEGER,
    created_ms INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE api_keys (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    key_hash BLOB NOT NULL UNIQUE,
    concurrency_limit INTEGER NOT NULL CHECK (concurrency_limit > 0),
    created_ms INTEGER NOT NULL
  ) STRICT;

  -- Append-only: the balance of an account is that of its last entry.
  CREATE TABLE ledger (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    kind TEXT NOT NULL CHECK (kind IN ('grant', 'debit', 'refund')),
    credits INTEGER NOT NULL CHECK (credits >= 0),
    balance_after INTEGER NOT NULL,
    job_id TEXT,
    family TEXT,
    idempotency_key TEXT,
    at_ms INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX ledger_by_account ON ledger (account_id, id);
  -- One charge a job, whatever happens.
  CREATE UNIQUE INDEX ledger_one_debit ON ledger (job_id) WHERE kind = 'debit';
  CREATE TRIGGER ledger_keeps_rows BEFORE UPDATE ON ledger
    BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
  CREATE TRIGGER ledger_keeps_all BEFORE DELETE ON ledger
    BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

  CREATE TABLE jobs (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    key_id TEXT NOT NULL REFERENCES api_keys (id),
    family TEXT NOT NULL,
    status TEXT NOT NULL,
    model TEXT NOT NULL,
    seed INTEGER NOT NULL,
    variants_requested INTEGER NOT NULL,
    -- What the engine does: everything that a render needs, as JSON.
    work TEXT NOT NULL,
    -- Committed against the account while the job is unfinished; NULL on an unmetered account.
    quoted_credits INTEGER,
    -- What was debited; NULL while unfinished and on an unmetered account.
    credits INTEGER,
    estimated_ms INTEGER NOT NULL,
    errors TEXT NOT NULL,
    outputs TEXT,
    idempotency_key TEXT,
    created_ms INTEGER NOT NULL,
    started_ms INTEGER,
    completed_ms INTEGER,
    expires_ms INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX jobs_unfinished ON jobs (status, created_ms) WHERE status IN ('queued', 'running');
  CREATE INDEX jobs_unfinished_of_key ON jobs (key_id) WHERE status IN ('queued', 'running');
  CREATE INDEX jobs_unfinished_of_account ON jobs (account_id) WHERE status IN ('queued', 'running');
  CREATE INDEX jobs_by_expiry ON jobs (expires_ms);

  CREATE TABLE files (
    id TEXT PRIMARY KEY,
    job_id TEXT NOT NULL,
    name TEXT NOT NULL UNIQUE,
    content_type TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    created_ms INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX files_by_age ON files (created_ms);

  CREATE TABLE idempotency (
    account_id TEXT NOT NULL REFERENCES accounts (id),
    collection TEXT NOT NULL,
    key TEXT NOT NULL,
    fingerprint BLOB NOT NULL,
    job_id TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    PRIMARY KEY (account_id, collection, key)
  ) STRICT, WITHOUT ROWID;
`

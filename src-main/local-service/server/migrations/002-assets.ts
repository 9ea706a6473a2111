// Second schema: uploaded assets.

export const assetsMigration = `
  CREATE TABLE assets (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    content_type TEXT NOT NULL,
    upload_expires_ms INTEGER NOT NULL,
    -- All NULL until an upload has succeeded.
    name TEXT UNIQUE,
    bytes INTEGER CHECK (bytes > 0),
    sha256 TEXT,
    uploaded_ms INTEGER
  ) STRICT;
  CREATE INDEX assets_by_age ON assets (coalesce(uploaded_ms, upload_expires_ms));
`

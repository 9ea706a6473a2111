// What exactly-once and the ledger need: the keys of a connection over time, and what each generation was agreed to cost.
export const migration0002 = `
-- The keys that a connection has had. A job is read, and a create repeated, only with the key that sent it, at the address it was sent to.
CREATE TABLE connection_keys (
  id              TEXT PRIMARY KEY,          -- also the account under which the key stands in the system's keychain
  connection_id   TEXT NOT NULL,             -- no REFERENCES: the row stands before its connection and before its key
  base_url        TEXT NOT NULL,
  header_prefix   TEXT NOT NULL,
  created_at_ms   INTEGER NOT NULL,
  forgotten_at_ms INTEGER                    -- when the key itself was removed from the keychain
) STRICT;
INSERT INTO connection_keys (id, connection_id, base_url, header_prefix, created_at_ms)
  SELECT id, id, base_url, header_prefix, created_at_ms FROM connections WHERE kind = 'service';
ALTER TABLE connections ADD COLUMN key_id TEXT REFERENCES connection_keys (id); -- the present one; null for the built-in engine
UPDATE connections SET key_id = id WHERE kind = 'service';

-- From before the first byte of the first send: the key it goes out with. Null for the built-in engine, whose jobs outlive its keys.
ALTER TABLE generations ADD COLUMN key_id TEXT REFERENCES connection_keys (id);
UPDATE generations SET key_id = (SELECT key_id FROM connections WHERE connections.id = generations.connection_id);
ALTER TABLE generations ADD COLUMN is_metered INTEGER NOT NULL DEFAULT 1 CHECK (is_metered IN (0, 1));
ALTER TABLE generations ADD COLUMN priced_at_ms INTEGER;   -- when the service last confirmed the quoted price
ALTER TABLE generations ADD COLUMN balance_before INTEGER; -- credits as last heard before the first send: a hint where the fate is unknown
ALTER TABLE generations ADD COLUMN balance_after INTEGER;  -- credits as heard after the fate became unknown
ALTER TABLE generations ADD COLUMN unread_answer TEXT;     -- the last answer that broke the contract, as it came, cut
ALTER TABLE generations ADD COLUMN remarks_json TEXT;      -- sentences about files that differ from what was announced
`

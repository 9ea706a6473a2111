// Schema of audio-to-MIDI: instrument detections, and the keys that synchronous requests named. Its jobs lie among the others.

export const audioToMidiMigration = `
  CREATE TABLE detections (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    -- SHA-256 of the audio, and the revision of the detector that listened to it.
    content TEXT NOT NULL,
    revision TEXT NOT NULL,
    -- JSON: every admitted instrument with its agreement. NULL while the detector is listening.
    instruments TEXT,
    -- What was debited for it; 0 when it was free.
    credits INTEGER NOT NULL CHECK (credits >= 0),
    created_ms INTEGER NOT NULL,
    -- When a transcription that used it succeeded.
    used_ms INTEGER
  ) STRICT;
  CREATE INDEX detections_by_content ON detections (account_id, content, revision);
  CREATE INDEX detections_unused ON detections (account_id, created_ms) WHERE used_ms IS NULL;

  CREATE TABLE sync_keys (
    account_id TEXT NOT NULL REFERENCES accounts (id),
    key TEXT NOT NULL,
    -- NULL while its request runs; a request that failed leaves no row.
    completed_ms INTEGER,
    PRIMARY KEY (account_id, key)
  ) STRICT, WITHOUT ROWID;
`

// The first shape of the library: connections, generations, sounds, their tags and the full-text index.
// Times are milliseconds since the epoch (`_at_ms`), spans are milliseconds (`_ms`), JSON columns end in `_json`.
export const migration0001 = `
CREATE TABLE settings (
  key        TEXT PRIMARY KEY,
  value_json TEXT NOT NULL CHECK (json_valid(value_json))
) STRICT, WITHOUT ROWID;

CREATE TABLE connections (
  id            TEXT PRIMARY KEY,
  kind          TEXT NOT NULL CHECK (kind IN ('built-in', 'service')),
  name          TEXT NOT NULL,
  base_url      TEXT,                       -- null for the built-in engine: its port changes with each launch
  header_prefix TEXT NOT NULL DEFAULT 'Service',
  created_at_ms INTEGER NOT NULL,
  removed_at_ms INTEGER,                    -- kept: generations refer to it
  CHECK ((kind = 'built-in') = (base_url IS NULL))
) STRICT;

-- One intent of the person, from before the first byte is sent until its sounds are here. Never deleted: failed ones may have cost money.
CREATE TABLE generations (
  id                  TEXT PRIMARY KEY,     -- uuid chosen by the window when the person acts: a second click is the same intent
  connection_id       TEXT NOT NULL REFERENCES connections (id),
  family              TEXT NOT NULL,
  model               TEXT NOT NULL,
  label               TEXT NOT NULL,        -- what a person calls it: the prompt, or the source's name
  duration_ms         INTEGER NOT NULL,
  variants_requested  INTEGER NOT NULL,
  seed                INTEGER,              -- asked for, then what the service reports
  body                BLOB NOT NULL,        -- exactly the bytes that are sent, and sent again
  idempotency_key     TEXT NOT NULL UNIQUE,
  state               TEXT NOT NULL CHECK (state IN
                        ('stored', 'sending', 'accepted', 'collecting', 'done', 'failed', 'refused', 'unknown', 'canceled')),
  waiting_for         TEXT,                 -- why an unfinished one is not moving: 'connection', 'key', 'slot', 'retry', 'disk'
  quoted_credits      INTEGER,
  charged_credits     INTEGER,
  created_at_ms       INTEGER NOT NULL,
  first_sent_at_ms    INTEGER,
  finished_at_ms      INTEGER,
  attempts            INTEGER NOT NULL DEFAULT 0,
  next_attempt_at_ms  INTEGER,
  job_id              TEXT,
  job_url             TEXT,
  job_status          TEXT,
  job_created_at_ms   INTEGER,
  job_expires_at_ms   INTEGER,
  job_progress        REAL,
  job_estimated_ms    INTEGER,
  job_json            TEXT,                 -- the job as the service last sent it, whole
  error_json          TEXT,
  dismissed_at_ms     INTEGER
) STRICT;
CREATE INDEX generations_unfinished ON generations (created_at_ms)
  WHERE state IN ('stored', 'sending', 'accepted', 'collecting');
CREATE INDEX generations_newest ON generations (created_at_ms DESC, id);

-- One audio file of the library.
CREATE TABLE sounds (
  id              INTEGER PRIMARY KEY,
  uid             TEXT NOT NULL UNIQUE,     -- uuid, also written into the file's own metadata
  origin          TEXT NOT NULL CHECK (origin IN ('generated', 'imported', 'region')),
  generation_id   TEXT REFERENCES generations (id),
  output_index    INTEGER,
  variant_index   INTEGER,
  parent_id       INTEGER REFERENCES sounds (id),
  connection_id   TEXT REFERENCES connections (id),
  relative_path   TEXT NOT NULL UNIQUE,     -- below the library folder, with forward slashes
  bytes           INTEGER NOT NULL,
  sha256          TEXT NOT NULL,
  name            TEXT NOT NULL,
  prompt          TEXT NOT NULL DEFAULT '',
  label           TEXT NOT NULL DEFAULT '',
  note            TEXT NOT NULL DEFAULT '',
  tags_text       TEXT NOT NULL DEFAULT '', -- the tags once more, joined, for the full-text index
  type            TEXT NOT NULL,            -- the output's: sfx, ambience, music, speech, mix (an open list)
  category        TEXT,
  family          TEXT NOT NULL,            -- the generation's, or 'import'
  model           TEXT NOT NULL DEFAULT '',
  seed            INTEGER,
  format          TEXT NOT NULL,
  sample_rate     INTEGER NOT NULL,
  channels        INTEGER NOT NULL,
  duration_ms     INTEGER NOT NULL,
  is_loop         INTEGER NOT NULL DEFAULT 0,
  loudness_lufs   REAL,                     -- integrated, BS.1770; null until measured, or for silence
  true_peak_db    REAL,
  credits         INTEGER,                  -- this sound's share of the charge; null where nothing is metered
  is_favourite    INTEGER NOT NULL DEFAULT 0,
  rating          INTEGER NOT NULL DEFAULT 0 CHECK (rating BETWEEN 0 AND 5),
  verdict         TEXT CHECK (verdict IN ('kept', 'rejected')),
  facts_at_ms     INTEGER,                  -- when peaks and loudness were computed; null: still to do
  overview        BLOB,                     -- 256 buckets of int8 minimum and maximum
  created_at_ms   INTEGER NOT NULL,
  missing_at_ms   INTEGER,                  -- the file was not where it should be
  trashed_at_ms   INTEGER,
  UNIQUE (generation_id, output_index, variant_index)
) STRICT;
CREATE INDEX sounds_newest ON sounds (created_at_ms DESC, id DESC) WHERE trashed_at_ms IS NULL;
CREATE INDEX sounds_by_generation ON sounds (generation_id, output_index, variant_index);
CREATE INDEX sounds_by_content ON sounds (sha256);
CREATE INDEX sounds_without_facts ON sounds (id) WHERE facts_at_ms IS NULL;

CREATE TABLE sound_tags (
  tag      TEXT NOT NULL COLLATE NOCASE,
  sound_id INTEGER NOT NULL REFERENCES sounds (id) ON DELETE CASCADE,
  PRIMARY KEY (tag, sound_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX sound_tags_by_sound ON sound_tags (sound_id);

-- A file on its way into the folder: written before the rename, so that a crash between rename and row is mended by hash.
CREATE TABLE transfers (
  generation_id TEXT NOT NULL REFERENCES generations (id),
  output_index  INTEGER NOT NULL,
  variant_index INTEGER NOT NULL,
  relative_path TEXT NOT NULL UNIQUE,
  sha256        TEXT,
  etag          TEXT,
  PRIMARY KEY (generation_id, output_index, variant_index)
) STRICT, WITHOUT ROWID;

CREATE VIRTUAL TABLE sounds_fts USING fts5 (
  name, prompt, label, tags_text, note, model, seed,
  content = 'sounds', content_rowid = 'id', prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2'
);
CREATE TRIGGER sounds_fts_insert AFTER INSERT ON sounds BEGIN
  INSERT INTO sounds_fts (rowid, name, prompt, label, tags_text, note, model, seed)
  VALUES (new.id, new.name, new.prompt, new.label, new.tags_text, new.note, new.model, new.seed);
END;
CREATE TRIGGER sounds_fts_delete AFTER DELETE ON sounds BEGIN
  INSERT INTO sounds_fts (sounds_fts, rowid, name, prompt, label, tags_text, note, model, seed)
  VALUES ('delete', old.id, old.name, old.prompt, old.label, old.tags_text, old.note, old.model, old.seed);
END;
CREATE TRIGGER sounds_fts_update AFTER UPDATE OF name, prompt, label, tags_text, note, model, seed ON sounds BEGIN
  INSERT INTO sounds_fts (sounds_fts, rowid, name, prompt, label, tags_text, note, model, seed)
  VALUES ('delete', old.id, old.name, old.prompt, old.label, old.tags_text, old.note, old.model, old.seed);
  INSERT INTO sounds_fts (rowid, name, prompt, label, tags_text, note, model, seed)
  VALUES (new.id, new.name, new.prompt, new.label, new.tags_text, new.note, new.model, new.seed);
END;
`

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
  relative_path   TEXT NOT NULL UNIQUE COLLATE NOCASE, -- below the library folder, with forward slashes; kept by what lies in the trash
  bytes           INTEGER NOT NULL,
  sha256          TEXT NOT NULL,
  name            TEXT NOT NULL COLLATE NOCASE,
  prompt          TEXT NOT NULL DEFAULT '',
  label           TEXT NOT NULL DEFAULT '',
  note            TEXT NOT NULL DEFAULT '',
  tags_text       TEXT NOT NULL DEFAULT '', -- the tags once more, a line each, for rows and the full-text index
  type            TEXT NOT NULL,            -- the output's: sfx, ambience, music, speech, mix (an open list)
  category        TEXT NOT NULL DEFAULT '', -- the service's word; '' where it has none
  family          TEXT NOT NULL,            -- the generation's, or 'import'
  model           TEXT NOT NULL DEFAULT '',
  seed            INTEGER,
  format          TEXT NOT NULL,
  sample_rate     INTEGER NOT NULL,
  channels        INTEGER NOT NULL,
  duration_ms     INTEGER NOT NULL,
  is_loop         INTEGER NOT NULL DEFAULT 0 CHECK (is_loop IN (0, 1)),
  loudness_lufs   REAL,                     -- integrated, BS.1770; null until measured, or for silence
  true_peak_db    REAL,
  head_silence_ms INTEGER,
  tail_silence_ms INTEGER,
  credits         INTEGER,                  -- this sound's share of the charge; null where nothing is metered
  is_favourite    INTEGER NOT NULL DEFAULT 0 CHECK (is_favourite IN (0, 1)),
  rating          INTEGER NOT NULL DEFAULT 0 CHECK (rating BETWEEN 0 AND 5),
  verdict         TEXT CHECK (verdict IN ('kept', 'rejected')),
  facts_at_ms     INTEGER,                  -- when peaks and loudness were computed, or could not be; null: still to do
  facts_error     TEXT,                     -- why they could not be: a code of the media room
  created_at_ms   INTEGER NOT NULL,
  missing_at_ms   INTEGER,                  -- the file was not where it should be
  trashed_at_ms   INTEGER,
  UNIQUE (generation_id, output_index, variant_index)
) STRICT;
CREATE INDEX sounds_by_content ON sounds (sha256);
CREATE INDEX sounds_by_parent ON sounds (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX sounds_without_facts ON sounds (id) WHERE facts_at_ms IS NULL;
-- One for each column that the table sorts by; the id, which ends every index, makes the order total.
CREATE INDEX sounds_sorted_by_created_at_ms ON sounds (created_at_ms) WHERE trashed_at_ms IS NULL;
CREATE INDEX sounds_sorted_by_name ON sounds (name) WHERE trashed_at_ms IS NULL;
CREATE INDEX sounds_sorted_by_type ON sounds (type) WHERE trashed_at_ms IS NULL;
CREATE INDEX sounds_sorted_by_duration_ms ON sounds (duration_ms) WHERE trashed_at_ms IS NULL;
CREATE INDEX sounds_sorted_by_model ON sounds (model) WHERE trashed_at_ms IS NULL;
CREATE INDEX sounds_sorted_by_seed ON sounds (seed) WHERE trashed_at_ms IS NULL;
CREATE INDEX sounds_sorted_by_loudness_lufs ON sounds (loudness_lufs) WHERE trashed_at_ms IS NULL;
CREATE INDEX sounds_sorted_by_credits ON sounds (credits) WHERE trashed_at_ms IS NULL;
-- Filters seek and count in here, without reading the wide rows.
CREATE INDEX sounds_kinds ON sounds (is_favourite, type, category, model, duration_ms, created_at_ms)
  WHERE trashed_at_ms IS NULL;

-- 256 buckets of int8 minimum and maximum, apart from the rows so that these stay narrow.
CREATE TABLE sound_overviews (
  sound_id INTEGER PRIMARY KEY REFERENCES sounds (id) ON DELETE CASCADE,
  overview BLOB NOT NULL
) STRICT;

-- One row. What a reader holds of the library is current while the revision is; totals cost no counting.
CREATE TABLE library_state (
  id             INTEGER PRIMARY KEY CHECK (id = 1),
  revision       INTEGER NOT NULL,          -- grows with every change of what a page of the library shows or finds
  sound_count    INTEGER NOT NULL,          -- not in the trash, as in all of the following
  bytes          INTEGER NOT NULL,
  seed_count     INTEGER NOT NULL,          -- how many have a seed
  loudness_count INTEGER NOT NULL,
  credits_count  INTEGER NOT NULL
) STRICT;
INSERT INTO library_state VALUES (1, 0, 0, 0, 0, 0, 0);
CREATE TRIGGER library_state_insert AFTER INSERT ON sounds WHEN new.trashed_at_ms IS NULL BEGIN
  UPDATE library_state SET
    revision = revision + 1,
    sound_count = sound_count + 1,
    bytes = bytes + new.bytes,
    seed_count = seed_count + (new.seed IS NOT NULL),
    loudness_count = loudness_count + (new.loudness_lufs IS NOT NULL),
    credits_count = credits_count + (new.credits IS NOT NULL);
END;
CREATE TRIGGER library_state_delete AFTER DELETE ON sounds WHEN old.trashed_at_ms IS NULL BEGIN
  UPDATE library_state SET
    revision = revision + 1,
    sound_count = sound_count - 1,
    bytes = bytes - old.bytes,
    seed_count = seed_count - (old.seed IS NOT NULL),
    loudness_count = loudness_count - (old.loudness_lufs IS NOT NULL),
    credits_count = credits_count - (old.credits IS NOT NULL);
END;
CREATE TRIGGER library_state_update AFTER UPDATE ON sounds BEGIN
  UPDATE library_state SET
    revision = revision + 1,
    sound_count = sound_count + (new.trashed_at_ms IS NULL) - (old.trashed_at_ms IS NULL),
    bytes = bytes + iif(new.trashed_at_ms IS NULL, new.bytes, 0) - iif(old.trashed_at_ms IS NULL, old.bytes, 0),
    seed_count = seed_count
      + (new.trashed_at_ms IS NULL AND new.seed IS NOT NULL) - (old.trashed_at_ms IS NULL AND old.seed IS NOT NULL),
    loudness_count = loudness_count
      + (new.trashed_at_ms IS NULL AND new.loudness_lufs IS NOT NULL)
      - (old.trashed_at_ms IS NULL AND old.loudness_lufs IS NOT NULL),
    credits_count = credits_count
      + (new.trashed_at_ms IS NULL AND new.credits IS NOT NULL)
      - (old.trashed_at_ms IS NULL AND old.credits IS NOT NULL);
END;

-- How many sounds of each kind there are, outside the trash: filters by kind know their total, and which kinds there are, without looking.
CREATE TABLE library_kinds (
  type         TEXT NOT NULL,
  category     TEXT NOT NULL,
  model        TEXT NOT NULL,
  is_favourite INTEGER NOT NULL,
  sounds       INTEGER NOT NULL,
  PRIMARY KEY (type, category, model, is_favourite)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER library_kinds_insert AFTER INSERT ON sounds WHEN new.trashed_at_ms IS NULL BEGIN
  INSERT INTO library_kinds VALUES (new.type, new.category, new.model, new.is_favourite, 1)
  ON CONFLICT DO UPDATE SET sounds = sounds + 1;
END;
CREATE TRIGGER library_kinds_delete AFTER DELETE ON sounds WHEN old.trashed_at_ms IS NULL BEGIN
  UPDATE library_kinds SET sounds = sounds - 1
  WHERE (type, category, model, is_favourite) = (old.type, old.category, old.model, old.is_favourite);
END;
CREATE TRIGGER library_kinds_update AFTER UPDATE OF type, category, model, is_favourite, trashed_at_ms ON sounds BEGIN
  UPDATE library_kinds SET sounds = sounds - 1
  WHERE old.trashed_at_ms IS NULL
    AND (type, category, model, is_favourite) = (old.type, old.category, old.model, old.is_favourite);
  INSERT INTO library_kinds
  SELECT new.type, new.category, new.model, new.is_favourite, 1 WHERE new.trashed_at_ms IS NULL
  ON CONFLICT DO UPDATE SET sounds = sounds + 1;
END;

-- What finds sounds by tag; what lies in the trash has its tags in sounds.tags_text alone.
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

-- Holds what is not in the trash. Its columns are read from sounds, not stored twice.
CREATE VIRTUAL TABLE sounds_fts USING fts5 (
  name, prompt, label, tags_text, note, model, seed,
  content = 'sounds', content_rowid = 'id', prefix = '1 2 3 4 5', tokenize = 'unicode61 remove_diacritics 2'
);
CREATE TRIGGER sounds_fts_insert AFTER INSERT ON sounds WHEN new.trashed_at_ms IS NULL BEGIN
  INSERT INTO sounds_fts (rowid, name, prompt, label, tags_text, note, model, seed)
  VALUES (new.id, new.name, new.prompt, new.label, new.tags_text, new.note, new.model, new.seed);
END;
CREATE TRIGGER sounds_fts_delete AFTER DELETE ON sounds WHEN old.trashed_at_ms IS NULL BEGIN
  INSERT INTO sounds_fts (sounds_fts, rowid, name, prompt, label, tags_text, note, model, seed)
  VALUES ('delete', old.id, old.name, old.prompt, old.label, old.tags_text, old.note, old.model, old.seed);
END;
CREATE TRIGGER sounds_fts_update AFTER UPDATE OF name, prompt, label, tags_text, note, model, seed ON sounds
WHEN old.trashed_at_ms IS NULL AND new.trashed_at_ms IS NULL BEGIN
  INSERT INTO sounds_fts (sounds_fts, rowid, name, prompt, label, tags_text, note, model, seed)
  VALUES ('delete', old.id, old.name, old.prompt, old.label, old.tags_text, old.note, old.model, old.seed);
  INSERT INTO sounds_fts (rowid, name, prompt, label, tags_text, note, model, seed)
  VALUES (new.id, new.name, new.prompt, new.label, new.tags_text, new.note, new.model, new.seed);
END;
CREATE TRIGGER sounds_fts_trash AFTER UPDATE OF trashed_at_ms ON sounds
WHEN old.trashed_at_ms IS NULL AND new.trashed_at_ms IS NOT NULL BEGIN
  INSERT INTO sounds_fts (sounds_fts, rowid, name, prompt, label, tags_text, note, model, seed)
  VALUES ('delete', old.id, old.name, old.prompt, old.label, old.tags_text, old.note, old.model, old.seed);
END;
CREATE TRIGGER sounds_fts_restore AFTER UPDATE OF trashed_at_ms ON sounds
WHEN old.trashed_at_ms IS NOT NULL AND new.trashed_at_ms IS NULL BEGIN
  INSERT INTO sounds_fts (rowid, name, prompt, label, tags_text, note, model, seed)
  VALUES (new.id, new.name, new.prompt, new.label, new.tags_text, new.note, new.model, new.seed);
END;
`

// Collections, history, a trash of the library's own, imports that survive a crash, and watched folders.
export const migration0005 = `
-- When the file left the library for good (the system's trash). Between trashed_at_ms and this the file lies in .trash and can be restored.
ALTER TABLE sounds ADD COLUMN purged_at_ms INTEGER;
UPDATE sounds SET purged_at_ms = trashed_at_ms WHERE trashed_at_ms IS NOT NULL;
CREATE INDEX sounds_in_trash ON sounds (trashed_at_ms) WHERE trashed_at_ms IS NOT NULL AND purged_at_ms IS NULL;
CREATE INDEX sounds_missing ON sounds (id) WHERE missing_at_ms IS NOT NULL;

-- A tree. With a query it is a saved search, and holds no sounds of its own.
CREATE TABLE collections (
  id            INTEGER PRIMARY KEY AUTOINCREMENT, -- an id is not used again: what was removed can come back
  parent_id     INTEGER REFERENCES collections (id) ON DELETE CASCADE,
  name          TEXT NOT NULL COLLATE NOCASE,
  query         TEXT,
  position      INTEGER NOT NULL,                  -- among its siblings, from 0
  created_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX collections_by_parent ON collections (parent_id, position);
CREATE INDEX collections_by_name ON collections (name);

CREATE TABLE collection_sounds (
  collection_id INTEGER NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
  sound_id      INTEGER NOT NULL REFERENCES sounds (id) ON DELETE CASCADE,
  position      INTEGER NOT NULL,                  -- in its collection; gaps are allowed
  PRIMARY KEY (collection_id, sound_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX collection_sounds_in_order ON collection_sounds (collection_id, position, sound_id);
CREATE INDEX collection_sounds_by_sound ON collection_sounds (sound_id);
-- in:collection is a filter: what is in it is part of what a page finds.
CREATE TRIGGER collection_sounds_insert AFTER INSERT ON collection_sounds BEGIN
  UPDATE library_state SET revision = revision + 1;
END;
CREATE TRIGGER collection_sounds_delete AFTER DELETE ON collection_sounds BEGIN
  UPDATE library_state SET revision = revision + 1;
END;
CREATE TRIGGER collection_sounds_update AFTER UPDATE ON collection_sounds BEGIN
  UPDATE library_state SET revision = revision + 1;
END;
CREATE TRIGGER collections_update AFTER UPDATE ON collections BEGIN
  UPDATE library_state SET revision = revision + 1;
END;

-- What the person changed, newest last, each with what it was and what it became. Undone ones wait to be done again until the next change.
CREATE TABLE history (
  id          INTEGER PRIMARY KEY,
  label       TEXT NOT NULL,
  at_ms       INTEGER NOT NULL,
  is_undone   INTEGER NOT NULL DEFAULT 0 CHECK (is_undone IN (0, 1)),
  change_json TEXT NOT NULL CHECK (json_valid(change_json))
) STRICT;

-- One choosing or dropping of files.
CREATE TABLE imports (
  id             INTEGER PRIMARY KEY,
  label          TEXT NOT NULL,
  state          TEXT NOT NULL CHECK (state IN ('listing', 'running', 'done', 'canceled')),
  roots_json     TEXT NOT NULL CHECK (json_valid(roots_json)), -- what was chosen: listed again after a crash
  created_at_ms  INTEGER NOT NULL,
  finished_at_ms INTEGER
) STRICT;
-- One file of it. 'copying' is written with path and hash before the file has its name, so that a crash between name and row is mended.
CREATE TABLE import_files (
  id             INTEGER PRIMARY KEY,
  import_id      INTEGER NOT NULL REFERENCES imports (id),
  source_path    TEXT NOT NULL,
  bytes          INTEGER NOT NULL,            -- of the source as it was found, with its time: what is the same is not imported again
  modified_at_ms INTEGER NOT NULL,
  state          TEXT NOT NULL CHECK (state IN ('waiting', 'copying', 'done', 'duplicate', 'failed')),
  relative_path  TEXT COLLATE NOCASE,
  sha256         TEXT,
  sound_json     TEXT CHECK (sound_json IS NULL OR json_valid(sound_json)), -- the row that is to be, while copying
  sound_id       INTEGER REFERENCES sounds (id) ON DELETE SET NULL,
  code           TEXT,
  message        TEXT,
  UNIQUE (import_id, source_path)
) STRICT;
CREATE INDEX import_files_waiting ON import_files (import_id, state, id);
CREATE INDEX import_files_by_source ON import_files (source_path);
CREATE INDEX import_files_copying ON import_files (relative_path) WHERE state = 'copying';
CREATE INDEX import_files_by_sound ON import_files (sound_id) WHERE sound_id IS NOT NULL;
CREATE TABLE watched_folders (
  id            INTEGER PRIMARY KEY,
  path          TEXT NOT NULL UNIQUE,
  created_at_ms INTEGER NOT NULL
) STRICT;
`

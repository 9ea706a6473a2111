// What an intent is about besides words: sounds of the library, video files, public addresses; and what of them lies at a service.
export const migration0007 = `
-- Video files that the person chose or dropped, where they lie. Not copied: they are large, and belong to a project.
CREATE TABLE clips (
  id            TEXT PRIMARY KEY,            -- uuid; the window knows this and the name, never the path
  path          TEXT NOT NULL UNIQUE,
  name          TEXT NOT NULL,
  bytes         INTEGER NOT NULL,
  modified_ms   REAL NOT NULL,
  sha256        TEXT,                        -- of these bytes at that time; null until it was needed
  created_at_ms INTEGER NOT NULL
) STRICT;

-- The media of an intent, stored with it. Addresses stand in the body itself and have no row.
CREATE TABLE generation_sources (
  generation_id TEXT NOT NULL REFERENCES generations (id),
  role          TEXT NOT NULL CHECK (role IN ('audio', 'video')),
  sound_id      INTEGER,                     -- no REFERENCES: a sound that was removed for good was edited all the same
  clip_id       TEXT REFERENCES clips (id),
  sha256        TEXT NOT NULL,               -- of the file when the person asked
  PRIMARY KEY (generation_id, role),
  CHECK ((sound_id IS NULL) <> (clip_id IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX generation_sources_by_sound ON generation_sources (sound_id) WHERE sound_id IS NOT NULL;

-- What was uploaded with which key: the same content is not sent again while the service keeps it.
CREATE TABLE assets (
  key_id          TEXT NOT NULL,             -- '' for the built-in engine
  connection_id   TEXT NOT NULL REFERENCES connections (id),
  sha256          TEXT NOT NULL,
  content_type    TEXT NOT NULL,
  asset_id        TEXT NOT NULL,
  uploaded_at_ms  INTEGER NOT NULL,          -- by the service's clock
  PRIMARY KEY (connection_id, key_id, sha256, content_type)
) STRICT, WITHOUT ROWID;

-- 1 while the body still has to be given its assets; from then on its bytes never change.
ALTER TABLE generations ADD COLUMN needs_upload INTEGER NOT NULL DEFAULT 0 CHECK (needs_upload IN (0, 1));
-- Until when the assets in the body can be counted on, by the service's clock; null where there are none.
ALTER TABLE generations ADD COLUMN assets_until_ms INTEGER;
-- How often assets of this intent were refused as gone: once more is tried, not more often.
ALTER TABLE generations ADD COLUMN assets_refused INTEGER NOT NULL DEFAULT 0;
`

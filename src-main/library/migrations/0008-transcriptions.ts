// What transcriptions leave: files that are no sounds. The job itself is a generation of the family 'audio-to-midi'; its notes stand in job_json.
export const migration0008 = `
CREATE TABLE transcription_files (
  id            INTEGER PRIMARY KEY,
  generation_id TEXT NOT NULL REFERENCES generations (id),
  file_index    INTEGER NOT NULL,            -- in the order of the result
  kind          TEXT NOT NULL CHECK (kind IN ('midi', 'musicxml', 'score', 'part', 'tablature', 'bundle', 'other')),
  part          TEXT,                        -- which part of the score; null for the whole
  name          TEXT NOT NULL,
  relative_path TEXT NOT NULL UNIQUE COLLATE NOCASE, -- below the library folder
  bytes         INTEGER NOT NULL,
  sha256        TEXT NOT NULL,
  UNIQUE (generation_id, file_index)
) STRICT;
`

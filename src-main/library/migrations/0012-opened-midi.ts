// MIDI files that a person opened: notes without a job and without a recording. Their files stand among those of transcriptions.
export const migration0012 = `
CREATE TABLE opened_midi (
  number        INTEGER PRIMARY KEY AUTOINCREMENT, -- in the order of opening, never given again
  id            TEXT NOT NULL UNIQUE,              -- uuid
  name          TEXT NOT NULL,
  sha256        TEXT NOT NULL UNIQUE,              -- the same content is kept once
  note_count    INTEGER NOT NULL,
  duration_s    REAL NOT NULL,                     -- to the end of the last note
  created_at_ms INTEGER NOT NULL,
  notes_json    TEXT NOT NULL                      -- notes, tempo map and meter, as they were read; last, for it is long
) STRICT;

-- As before, but a file belongs to a job or to an opened MIDI file.
CREATE TABLE transcription_files_of_both (
  id            INTEGER PRIMARY KEY,
  generation_id TEXT REFERENCES generations (id),
  midi_id       TEXT REFERENCES opened_midi (id),
  file_index    INTEGER NOT NULL,            -- in the order of the result
  kind          TEXT NOT NULL CHECK (kind IN ('midi', 'musicxml', 'score', 'part', 'tablature', 'bundle', 'other')),
  part          TEXT,                        -- which part of the score; null for the whole
  name          TEXT NOT NULL,
  relative_path TEXT NOT NULL UNIQUE COLLATE NOCASE, -- below the library folder
  bytes         INTEGER NOT NULL,
  sha256        TEXT NOT NULL,
  UNIQUE (generation_id, file_index),
  UNIQUE (midi_id, file_index),
  CHECK ((generation_id IS NULL) <> (midi_id IS NULL))
) STRICT;
INSERT INTO transcription_files_of_both (id, generation_id, file_index, kind, part, name, relative_path, bytes, sha256)
  SELECT id, generation_id, file_index, kind, part, name, relative_path, bytes, sha256 FROM transcription_files;
DROP TABLE transcription_files;
ALTER TABLE transcription_files_of_both RENAME TO transcription_files;
`

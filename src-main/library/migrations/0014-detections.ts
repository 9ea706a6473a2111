// What instrument detections heard, so that a listen that was paid or waited for is not lost with the window.
export const migration0014 = `
CREATE TABLE instrument_detections (
  connection_id  TEXT NOT NULL,
  sound_id       INTEGER NOT NULL REFERENCES sounds (id),
  sha256         TEXT NOT NULL,              -- what the sound held when it was listened to
  detection_id   TEXT NOT NULL,              -- the service's
  detected_at_ms INTEGER NOT NULL,
  heard_json     TEXT NOT NULL,              -- the recommended instruments, and how many listens agree on each
  PRIMARY KEY (connection_id, sound_id)
) STRICT, WITHOUT ROWID;
`

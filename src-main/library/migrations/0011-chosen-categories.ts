// A chosen category is part of what kind a sound is: `type:` and `cat:` find it, and their totals are known without counting.
const bucketOf = (column: string): string =>
  `iif(${column} < 60000, ${column} / 1000, 60 + ${column} / 60000)`
const addLength = `
  INSERT INTO library_lengths
  SELECT new.type, new.category, new.cat_id, new.model, ${bucketOf('new.duration_ms')}, 1 WHERE new.trashed_at_ms IS NULL
  ON CONFLICT DO UPDATE SET sounds = sounds + 1;`
const takeLength = `
  UPDATE library_lengths SET sounds = sounds - 1
  WHERE old.trashed_at_ms IS NULL AND (type, category, cat_id, model, bucket)
    = (old.type, old.category, old.cat_id, old.model, ${bucketOf('old.duration_ms')});`

export const migration0011 = `
DROP TRIGGER IF EXISTS library_kinds_insert;
DROP TRIGGER IF EXISTS library_kinds_delete;
DROP TRIGGER IF EXISTS library_kinds_update;
DROP TABLE IF EXISTS library_kinds;
-- As before, by the chosen category, too ('' where none was chosen).
CREATE TABLE library_kinds (
  type         TEXT NOT NULL,
  category     TEXT NOT NULL,
  cat_id       TEXT NOT NULL,
  model        TEXT NOT NULL,
  is_favourite INTEGER NOT NULL,
  sounds       INTEGER NOT NULL,
  PRIMARY KEY (type, category, cat_id, model, is_favourite)
) STRICT, WITHOUT ROWID;
INSERT INTO library_kinds
  SELECT type, category, cat_id, model, is_favourite, count(*) FROM sounds WHERE trashed_at_ms IS NULL GROUP BY 1, 2, 3, 4, 5;
CREATE TRIGGER library_kinds_insert AFTER INSERT ON sounds WHEN new.trashed_at_ms IS NULL BEGIN
  INSERT INTO library_kinds VALUES (new.type, new.category, new.cat_id, new.model, new.is_favourite, 1)
  ON CONFLICT DO UPDATE SET sounds = sounds + 1;
END;
CREATE TRIGGER library_kinds_delete AFTER DELETE ON sounds WHEN old.trashed_at_ms IS NULL BEGIN
  UPDATE library_kinds SET sounds = sounds - 1
  WHERE (type, category, cat_id, model, is_favourite)
    = (old.type, old.category, old.cat_id, old.model, old.is_favourite);
END;
CREATE TRIGGER library_kinds_update AFTER UPDATE OF type, category, cat_id, model, is_favourite, trashed_at_ms ON sounds BEGIN
  UPDATE library_kinds SET sounds = sounds - 1
  WHERE old.trashed_at_ms IS NULL AND (type, category, cat_id, model, is_favourite)
    = (old.type, old.category, old.cat_id, old.model, old.is_favourite);
  INSERT INTO library_kinds
  SELECT new.type, new.category, new.cat_id, new.model, new.is_favourite, 1 WHERE new.trashed_at_ms IS NULL
  ON CONFLICT DO UPDATE SET sounds = sounds + 1;
END;
DROP INDEX IF EXISTS sounds_kinds;
CREATE INDEX sounds_kinds ON sounds (is_favourite, type, category, cat_id, model, duration_ms, created_at_ms)
  WHERE trashed_at_ms IS NULL;

DROP TRIGGER IF EXISTS library_lengths_insert;
DROP TRIGGER IF EXISTS library_lengths_delete;
DROP TRIGGER IF EXISTS library_lengths_update;
DROP TABLE IF EXISTS library_lengths;
CREATE TABLE library_lengths (
  type     TEXT NOT NULL,
  category TEXT NOT NULL,
  cat_id   TEXT NOT NULL,
  model    TEXT NOT NULL,
  bucket   INTEGER NOT NULL,
  sounds   INTEGER NOT NULL,
  PRIMARY KEY (type, category, cat_id, model, bucket)
) STRICT, WITHOUT ROWID;
INSERT INTO library_lengths
  SELECT type, category, cat_id, model, ${bucketOf('duration_ms')} AS bucket, count(*) FROM sounds
  WHERE trashed_at_ms IS NULL GROUP BY type, category, cat_id, model, bucket;
CREATE TRIGGER library_lengths_insert AFTER INSERT ON sounds WHEN new.trashed_at_ms IS NULL BEGIN ${addLength} END;
CREATE TRIGGER library_lengths_delete AFTER DELETE ON sounds WHEN old.trashed_at_ms IS NULL BEGIN ${takeLength} END;
CREATE TRIGGER library_lengths_update AFTER UPDATE OF type, category, cat_id, model, duration_ms, trashed_at_ms ON sounds BEGIN
  ${takeLength} ${addLength}
END;
`

// Values to filter by with their counts, more columns to sort by, and what "sounds like this" compares.
const CHANGED =
  'family, format, sample_rate, rating, connection_id, is_loop, origin, verdict, missing_at_ms, trashed_at_ms'

/** One row a value of `row`, which is 'old' or 'new' in a trigger, or the table itself. */
const valuesOf = (row: string): string => `
  SELECT 'family' AS field, ${row}.family AS value
  UNION ALL SELECT 'format', ${row}.format
  UNION ALL SELECT 'rate', CAST(${row}.sample_rate AS TEXT)
  UNION ALL SELECT 'rating', CAST(${row}.rating AS TEXT)
  UNION ALL SELECT 'connection', ${row}.connection_id WHERE ${row}.connection_id IS NOT NULL
  UNION ALL SELECT 'state', 'loop' WHERE ${row}.is_loop = 1
  UNION ALL SELECT 'state', 'imported' WHERE ${row}.origin = 'imported'
  UNION ALL SELECT 'state', 'missing' WHERE ${row}.missing_at_ms IS NOT NULL
  UNION ALL SELECT 'state', ${row}.verdict WHERE ${row}.verdict IS NOT NULL`

const add = (row: string): string => `
  INSERT INTO library_facets (field, value, sounds)
  SELECT field, value, 1 FROM (${valuesOf(row)}) WHERE ${row}.trashed_at_ms IS NULL
  ON CONFLICT DO UPDATE SET sounds = sounds + 1;`
const take = (row: string): string => `
  UPDATE library_facets SET sounds = sounds - 1
  WHERE ${row}.trashed_at_ms IS NULL AND (field, value) IN (${valuesOf(row)});`

const counted = (field: string, value: string, where = ''): string => `
INSERT INTO library_facets (field, value, sounds)
  SELECT '${field}', ${value}, count(*) FROM sounds WHERE trashed_at_ms IS NULL ${where} GROUP BY ${value};`

const bucketOf = (column: string): string =>
  `iif(${column} < 60000, ${column} / 1000, 60 + ${column} / 60000)`
const addLength = `
  INSERT INTO library_lengths
  SELECT new.type, new.category, new.model, ${bucketOf('new.duration_ms')}, 1 WHERE new.trashed_at_ms IS NULL
  ON CONFLICT DO UPDATE SET sounds = sounds + 1;`
const takeLength = `
  UPDATE library_lengths SET sounds = sounds - 1
  WHERE old.trashed_at_ms IS NULL
    AND (type, category, model, bucket) = (old.type, old.category, old.model, ${bucketOf('old.duration_ms')});`

export const migration0006 = `
-- How many sounds outside the trash have each value: menus of filters and totals of single filters cost no counting.
CREATE TABLE library_facets (
  field  TEXT NOT NULL, -- family, format, rate, rating, connection, state
  value  TEXT NOT NULL,
  sounds INTEGER NOT NULL,
  PRIMARY KEY (field, value)
) STRICT, WITHOUT ROWID;
${counted('family', 'family')}
${counted('format', 'format')}
${counted('rate', 'CAST(sample_rate AS TEXT)')}
${counted('rating', 'CAST(rating AS TEXT)')}
${counted('connection', 'connection_id', 'AND connection_id IS NOT NULL')}
${counted('state', "'loop'", 'AND is_loop = 1')}
${counted('state', "'imported'", "AND origin = 'imported'")}
${counted('state', "'missing'", 'AND missing_at_ms IS NOT NULL')}
${counted('state', 'verdict', 'AND verdict IS NOT NULL')}
CREATE TRIGGER library_facets_insert AFTER INSERT ON sounds WHEN new.trashed_at_ms IS NULL BEGIN ${add('new')} END;
CREATE TRIGGER library_facets_delete AFTER DELETE ON sounds WHEN old.trashed_at_ms IS NULL BEGIN ${take('old')} END;
CREATE TRIGGER library_facets_update AFTER UPDATE OF ${CHANGED} ON sounds BEGIN ${take('old')} ${add('new')} END;

-- How many sounds of each kind last how long, by whole seconds up to a minute and whole minutes beyond (lengths.ts): totals of filters by length.
CREATE TABLE library_lengths (
  type     TEXT NOT NULL,
  category TEXT NOT NULL,
  model    TEXT NOT NULL,
  bucket   INTEGER NOT NULL,
  sounds   INTEGER NOT NULL,
  PRIMARY KEY (type, category, model, bucket)
) STRICT, WITHOUT ROWID;
INSERT INTO library_lengths
  SELECT type, category, model, ${bucketOf('duration_ms')} AS bucket, count(*) FROM sounds
  WHERE trashed_at_ms IS NULL GROUP BY type, category, model, bucket;
CREATE TRIGGER library_lengths_insert AFTER INSERT ON sounds WHEN new.trashed_at_ms IS NULL BEGIN ${addLength} END;
CREATE TRIGGER library_lengths_delete AFTER DELETE ON sounds WHEN old.trashed_at_ms IS NULL BEGIN ${takeLength} END;
CREATE TRIGGER library_lengths_update AFTER UPDATE OF type, category, model, duration_ms, trashed_at_ms ON sounds BEGIN
  ${takeLength} ${addLength}
END;

-- Sorted by, and sought in.
CREATE INDEX sounds_sorted_by_family ON sounds (family) WHERE trashed_at_ms IS NULL;
CREATE INDEX sounds_sorted_by_format ON sounds (format) WHERE trashed_at_ms IS NULL;
CREATE INDEX sounds_sorted_by_sample_rate ON sounds (sample_rate) WHERE trashed_at_ms IS NULL;
CREATE INDEX sounds_sorted_by_rating ON sounds (rating) WHERE trashed_at_ms IS NULL;
CREATE INDEX sounds_by_connection ON sounds (connection_id) WHERE trashed_at_ms IS NULL AND connection_id IS NOT NULL;
CREATE INDEX sounds_by_origin ON sounds (origin) WHERE trashed_at_ms IS NULL;
CREATE INDEX sounds_loops ON sounds (id) WHERE trashed_at_ms IS NULL AND is_loop = 1;
CREATE INDEX sounds_judged ON sounds (verdict) WHERE trashed_at_ms IS NULL AND verdict IS NOT NULL;

-- Which round of facts a sound has had: those of an earlier round are computed again, and shown until then.
ALTER TABLE sounds ADD COLUMN facts_version INTEGER NOT NULL DEFAULT 0;
DROP INDEX sounds_without_facts;
CREATE INDEX sounds_without_facts ON sounds (id) WHERE facts_version < 1;

-- 32 numbers of int8 a sound (media/descriptors.ts), apart from the rows so that a scan of all reads little.
CREATE TABLE sound_descriptors (
  sound_id  INTEGER PRIMARY KEY REFERENCES sounds (id) ON DELETE CASCADE,
  vector    BLOB NOT NULL,
  tempo_bpm REAL,
  pitch_hz  REAL
) STRICT;

-- Of an imported file that an app like this one made: its record, by which it can be made again (media/provenance-record.ts).
CREATE TABLE sound_provenance (
  sound_id    INTEGER PRIMARY KEY REFERENCES sounds (id) ON DELETE CASCADE,
  record_json TEXT NOT NULL CHECK (json_valid(record_json))
) STRICT;
`

// Places in a collection with room between them, so that moving a sound changes that sound alone; and the order without what lies in the trash.
export const migration0010 = `
-- 2^20 apart (collection-order.ts); until now they were 0, 1, 2 …
UPDATE collection_sounds SET position = spaced.position
FROM (
  SELECT collection_id, sound_id,
    (row_number() OVER (PARTITION BY collection_id ORDER BY position, sound_id) - 1) * 1048576 AS position
  FROM collection_sounds
) AS spaced
WHERE collection_sounds.collection_id = spaced.collection_id AND collection_sounds.sound_id = spaced.sound_id;

-- What lies in the trash keeps its place. With this column a collection is counted and paged through without reading its sounds.
ALTER TABLE collection_sounds ADD COLUMN is_trashed INTEGER NOT NULL DEFAULT 0 CHECK (is_trashed IN (0, 1));
UPDATE collection_sounds SET is_trashed = 1
WHERE sound_id IN (SELECT id FROM sounds WHERE trashed_at_ms IS NOT NULL);
CREATE INDEX collection_sounds_listed ON collection_sounds (collection_id, position, sound_id) WHERE is_trashed = 0;
CREATE TRIGGER collection_sounds_trash AFTER UPDATE OF trashed_at_ms ON sounds
WHEN (old.trashed_at_ms IS NULL) <> (new.trashed_at_ms IS NULL) BEGIN
  UPDATE collection_sounds SET is_trashed = (new.trashed_at_ms IS NOT NULL) WHERE sound_id = new.id;
END;
`

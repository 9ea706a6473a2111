// The category that is guessed is kept, so that `type:` and `cat:` find it. The guesses themselves are made beside the app's use: see guesses.ts.
const kindOf = (row: 'old' | 'new'): string =>
  ['guess_id', 'type', 'category', 'cat_id', 'model', 'is_favourite']
    .map((column) => `${row}.${column}`)
    .join(', ')
const take = `
  UPDATE library_guesses SET sounds = sounds - 1
  WHERE old.trashed_at_ms IS NULL AND (guess_id, type, category, cat_id, model, is_favourite) = (${kindOf('old')});`
const add = `
  INSERT INTO library_guesses SELECT ${kindOf('new')}, 1 WHERE new.trashed_at_ms IS NULL
  ON CONFLICT DO UPDATE SET sounds = sounds + 1;`

export const migration0013 = `
ALTER TABLE sounds ADD COLUMN guess_id TEXT NOT NULL DEFAULT ''; -- the guessed category of the Universal Category System; '' until it is guessed
CREATE INDEX sounds_without_guess ON sounds (id) WHERE guess_id = '';
-- What it is guessed from has changed.
CREATE TRIGGER sounds_guess_again AFTER UPDATE OF name, prompt, type ON sounds
  WHEN new.guess_id <> '' AND (old.name <> new.name OR old.prompt <> new.prompt OR old.type <> new.type) BEGIN
  UPDATE sounds SET guess_id = '' WHERE id = new.id;
END;

-- library_kinds by the guess, too: only searches for a category need to tell so finely.
CREATE TABLE library_guesses (
  guess_id     TEXT NOT NULL,
  type         TEXT NOT NULL,
  category     TEXT NOT NULL,
  cat_id       TEXT NOT NULL,
  model        TEXT NOT NULL,
  is_favourite INTEGER NOT NULL,
  sounds       INTEGER NOT NULL,
  PRIMARY KEY (guess_id, type, category, cat_id, model, is_favourite)
) STRICT, WITHOUT ROWID;
INSERT INTO library_guesses SELECT '', type, category, cat_id, model, is_favourite, sounds FROM library_kinds;
CREATE TRIGGER library_guesses_insert AFTER INSERT ON sounds BEGIN ${add} END;
CREATE TRIGGER library_guesses_delete AFTER DELETE ON sounds BEGIN ${take} END;
CREATE TRIGGER library_guesses_update
  AFTER UPDATE OF guess_id, type, category, cat_id, model, is_favourite, trashed_at_ms ON sounds BEGIN ${take} ${add}
END;
CREATE INDEX sounds_guesses ON sounds (guess_id, type, category, cat_id, model, is_favourite, duration_ms, created_at_ms)
  WHERE trashed_at_ms IS NULL;
`

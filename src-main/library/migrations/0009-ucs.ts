// The category in the Universal Category System that a person chose, or a file carried. Where there is none, it is guessed when it is asked for.
export const migration0009 = `
ALTER TABLE sounds ADD COLUMN cat_id TEXT NOT NULL DEFAULT ''; -- such as DOORWood; '' is guessed
`

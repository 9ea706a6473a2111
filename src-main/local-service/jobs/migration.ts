// Schema of jobs that outlive the service: how often one was begun again.

export const restartsMigration = `
  ALTER TABLE jobs ADD COLUMN restarts INTEGER NOT NULL DEFAULT 0;
`

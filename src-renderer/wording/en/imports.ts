// What comes in from outside: the strip of the import that runs, and what it left out.
import { counted, grouped } from '../counting.ts'

/** How many files of an import came to what. */
interface Counts {
  readonly label: string
  readonly found: number
  readonly imported: number
  readonly duplicates: number
  readonly failed: number
}

const leftOut = ({ duplicates, failed }: Counts): string =>
  [
    duplicates > 0 ? `, ${grouped(duplicates)} here already` : '',
    failed > 0 ? `, ${grouped(failed)} not readable` : '',
  ].join('')

export const importing = {
  title: 'Import',
  drop: 'Drop to import',
  files: 'Import files…',
  folder: 'Import a folder…',
  watch: 'Watch a folder for new sounds…',
  watched: (folder: string) => `What is put into ${folder} is imported from now on`,
  progress: (label: string) => `Importing ${label}`,
  whatWasLeftOut: 'What was left out',
  dismiss: 'Dismiss',
  cancel: 'Cancel',
  notImported: 'Not imported',
  show: 'Show it',
  state: {
    listing: ({ label, found }: Counts) => `Looking through ${label}: ${counted(found, 'file')}`,
    running: (counts: Counts) =>
      `Importing ${counts.label}: ${grouped(counts.imported)} of ${grouped(counts.found)}${leftOut(counts)}`,
    done: (counts: Counts) =>
      `${counted(counts.imported, 'sound')} imported from ${counts.label}${leftOut(counts)}`,
    canceled: (counts: Counts) =>
      `Import of ${counts.label} canceled, ${counted(counts.imported, 'sound')} imported${leftOut(counts)}`,
  },
}

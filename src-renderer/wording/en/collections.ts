// Collections and saved searches, in the sidebar and where sounds are put into one.
import { counted } from '../counting.ts'

export const collections = {
  collections: 'Collections',
  searches: 'Saved searches',
  newCollection: 'New collection',
  newCollectionCommand: 'New collection…',
  saveSearch: 'Save this search…',
  nameOfCollection: 'Name of the new collection',
  nameOfSearch: 'Name of the new search',
  name: 'Name',
  actionsOf: (name: string) => `Actions of ${name}`,
  rename: 'Rename',
  nest: 'New collection in it',
  up: 'Move up',
  down: 'Move down',
  into: (name: string) => `Move into ${name}`,
  out: 'Move out, one level up',
  searchNow: 'Search for what is typed now',
  searchChanged: (name: string, query: string) => `${name} now searches for ${query}`,
  remove: 'Remove…',
  removeTitle: (name: string) => `Remove “${name}”?`,
  removeAction: 'Remove',
  removeCollection: 'What is nested in it goes with it. The sounds stay in the library.',
  removeSearch: 'The search goes, the sounds stay.',

  putTitle: 'Put into a collection',
  put: (sounds: number) => `Put ${counted(sounds, 'sound')} into…`,
  putDone: (sounds: number, name: string) => `${counted(sounds, 'sound')} put into ${name}`,
  putIntoNew: (name: string) => `New collection “${name}”`,
  take: (name: string) => `Take out of ${name}`,
  takeDone: (sounds: number, name: string) => `${counted(sounds, 'sound')} taken out of ${name}`,
}

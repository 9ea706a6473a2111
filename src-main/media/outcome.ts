// Outcomes of work on files, as the room of decoders words them, for all who work with media.
export * from '../decode/outcome.ts'

// Guards the arguments of every request and command: what the window sends is not trusted.
import { z } from 'zod'
import { agentsSchemas } from './agents-schemas.ts'
import { askingSchemas } from './asked-schema.ts'
import { clipDropSchemas, clipSchemas } from './clips-schemas.ts'
import type {
  COMMANDS,
  DropArgs,
  DropName,
  RequestArgs,
  RequestName,
  SendArgs,
  SendName,
} from './contract.ts'
import { diagnosticsSchemas } from './diagnostics-schemas.ts'
import {
  exportSchemas,
  importDropSchemas,
  importSchemas,
  likenessSchemas,
  organiseSchemas,
} from './library-schemas.ts'
import { midiSchemas } from './midi-schemas.ts'
import { moneySchemas } from './money-schemas.ts'
import { openingSchemas } from './opening-schemas.ts'
import { quoteRequest } from './quote-schema.ts'
import { storageSchemas } from './storage-schemas.ts'
import {
  transcribeHabits,
  transcriptionCommandSchemas,
  transcriptionSchemas,
} from './transcriptions-schemas.ts'
import { updatesSchemas } from './updates-schemas.ts'
import { videoSchemas } from './video-schemas.ts'

const soundId = z.int().positive()
/** A page holds at most 200 rows, so no action names more than the largest selection a person can make by pages. */
const soundIds = z.array(soundId).min(1).max(10_000)
const uuid = z.uuid()
const shortText = z.string().max(200)
const longText = z.string().max(20_000)
const connectionId = z.string().min(1).max(64)

const sort = z.strictObject({
  column: z.enum([
    'name',
    'type',
    'durationMs',
    'model',
    'seed',
    'loudnessLufs',
    'credits',
    'createdAtMs',
    'family',
    'format',
    'sampleRate',
    'rating',
    'collection',
  ]),
  descending: z.boolean(),
})

const requestSettings = {
  durationMs: z.int().min(1).max(3_600_000),
  variants: z.int().min(1).max(64),
  lockedSeed: z.int().min(0).max(4_294_967_295).nullable(),
  isLoop: z.boolean(),
  format: z.string().max(40),
}
const create = z.strictObject({
  ...requestSettings,
  isOpen: z.boolean(),
  modelByConnection: z.record(z.string().max(64), z.string().max(200)),
})
const preset = z.strictObject({
  ...requestSettings,
  name: z.string().min(1).max(60),
  prompt: longText,
  negativePrompt: longText,
})
/** The person's settings, whole. */
export const settingsSchema = z.strictObject({
  theme: z.enum(['system', 'dark', 'light']),
  density: z.union([z.literal(28), z.literal(32), z.literal(36)]),
  motion: z.enum(['system', 'reduced']),
  libraryLayout: z.enum(['rows', 'tiles']),
  auditions: z.boolean(),
  gainDb: z.number().min(-60).max(6),
  isLooping: z.boolean(),
  outputDevice: z.string().max(500).nullable(),
  fileNames: z.strictObject({
    nameTemplate: z.string().min(1).max(300),
    folderTemplate: z.string().max(300),
    creator: z.string().max(60),
    source: z.string().max(60),
  }),
  create,
  transcribe: transcribeHabits,
  presets: z.array(preset).max(500),
})

const draft = z.strictObject({
  id: connectionId.nullable(),
  name: shortText,
  baseUrl: z.string().max(2_000),
  headerPrefix: z.string().max(40),
  apiKey: z.string().max(1_000).nullable(),
})

/** One schema a request. */
export const requestSchemas: { readonly [N in RequestName]: z.ZodType<RequestArgs<N>> } = {
  'app.state': z.undefined(),
  'settings.change': settingsSchema.partial(),
  'app.finishFirstRun': z.strictObject({ connectionId }),
  'app.chooseLibraryFolder': z.undefined(),
  'app.openLibraryFolder': z.undefined(),
  'app.openExternal': z.strictObject({ url: z.string().max(4_000) }),
  'app.copyText': z.strictObject({ text: longText }),
  'connections.list': z.undefined(),
  'connections.test': draft,
  'connections.save': draft,
  'connections.use': z.strictObject({ connectionId }),
  'connections.remove': z.strictObject({ connectionId }),
  'connections.refresh': z.strictObject({ connectionId }),
  'models.list': z.strictObject({ connectionId }),
  'generations.quote': quoteRequest,
  'generations.start': quoteRequest.extend({
    generationId: uuid,
    quotedCredits: z.int().min(0).nullable(),
    approvedCredits: z.int().min(0).nullable().optional(),
  }),
  'generations.current': z.undefined(),
  'generations.recent': z.strictObject({ limit: z.int().min(1).max(200) }),
  'generations.get': z.strictObject({ generationId: uuid }),
  'generations.cancel': z.strictObject({ generationId: uuid }),
  'generations.stopWaiting': z.strictObject({ generationId: uuid }),
  'generations.dismiss': z.strictObject({ generationId: uuid }),
  'generations.again': z.strictObject({
    generationId: uuid,
    newGenerationId: uuid,
    approvedCredits: z.int().min(0).nullable().optional(),
  }),
  'library.page': z.strictObject({
    text: z.string().max(1_000),
    filterByText: z.boolean(),
    sort,
    offset: z.int().min(0).max(100_000_000),
    limit: z.int().min(1).max(200),
  }),
  'library.matches': z.strictObject({ text: z.string().max(1_000), limit: z.int().min(1).max(20), sort }),
  'library.sound': z.strictObject({ soundId }),
  'library.change': z.strictObject({
    soundIds,
    patch: z.strictObject({
      name: shortText.min(1).optional(),
      note: longText.optional(),
      isFavourite: z.boolean().optional(),
      rating: z.int().min(0).max(5).optional(),
      verdict: z.enum(['kept', 'rejected']).nullable().optional(),
      addTags: z.array(z.string().min(1).max(60)).max(50).optional(),
      removeTags: z.array(z.string().min(1).max(60)).max(50).optional(),
    }),
  }),
  'library.trash': z.strictObject({ soundIds }),
  'library.reveal': z.strictObject({ soundId }),
  'library.copyFiles': z.strictObject({ soundIds }),
  ...moneySchemas,
  ...clipSchemas,
  ...transcriptionSchemas,
  ...midiSchemas,
  ...organiseSchemas,
  ...importSchemas,
  ...exportSchemas,
  ...likenessSchemas,
  ...openingSchemas,
  ...updatesSchemas,
  ...agentsSchemas,
  ...askingSchemas,
  ...videoSchemas,
  ...diagnosticsSchemas,
  ...storageSchemas,
}

/** One schema a drop. */
export const dropSchemas: { readonly [N in DropName]: z.ZodType<DropArgs<N>> } = {
  ...importDropSchemas,
  ...clipDropSchemas,
}

/** One schema a command. */
export const commandSchemas: { readonly [N in keyof typeof COMMANDS & SendName]: z.ZodType<SendArgs<N>> } = {
  'drag.start': z.strictObject({ soundIds: soundIds.max(500) }),
  ...transcriptionCommandSchemas,
}

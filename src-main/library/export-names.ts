// How exported files are named: templates of fields in braces become names that every file system takes, none of them twice. Pure.
import type { UcsCategory } from '../media/ucs/list.ts'
import { foldedName, safeFileName } from './file-names.ts'

export interface NamedSound {
  readonly name: string
  readonly prompt: string
  readonly model: string
  readonly seed: number | null
  readonly type: string
  readonly category: string | null
  readonly ucs: UcsCategory
  readonly tags: readonly string[]
  readonly createdAtMs: number
  readonly variantIndex: number | null
}
export interface NameSettings {
  readonly nameTemplate: string
  readonly folderTemplate: string
  readonly creator: string
  readonly source: string
}

/** UCS: CatID_FXName_CreatorID_SourceID. */
export const UCS_TEMPLATE = '{catid}_{fxname}_{creator}_{source}_{n}'
export const NAME_FIELDS = [
  'name',
  'prompt',
  'model',
  'seed',
  'type',
  'category',
  'date',
  'time',
  'n',
  'take',
  'catid',
  'cat',
  'subcat',
  'fxname',
  'creator',
  'source',
  'tags',
] as const
type NameField = (typeof NAME_FIELDS)[number]

const FOLDER_CHARACTERS = 80
const PROMPT_CHARACTERS = 120

/**
 * The relative paths of sounds, with forward slashes, in their order; no two are alike on a file system that ignores case. An unknown
 * field stays as it is typed.
 */
export function exportNames(
  sounds: readonly (NamedSound & { readonly extension: string })[],
  settings: NameSettings,
): readonly string[] {
  const taken = new Set<string>()
  return sounds.map((sound, index) => {
    const fields = fieldsOf(sound, index + 1, settings)
    const folders = settings.folderTemplate
      .split('/')
      .map((part) => filled(part, fields))
      .filter((part) => part !== '')
      .map(safeFolderName)
    const stem = filled(settings.nameTemplate, fields)
    for (let counter = 1; ; counter += 1) {
      const path = [...folders, safeFileName(stem, sound.extension, counter)].join('/')
      if (taken.has(foldedName(path))) continue
      taken.add(foldedName(path))
      return path
    }
  })
}

/** A folder's name obeys the rules of a file's; the extension that those want is cut again. */
const safeFolderName = (name: string): string =>
  safeFileName(name.slice(0, FOLDER_CHARACTERS), 'x').slice(0, -2)

function fieldsOf(
  sound: NamedSound,
  number: number,
  settings: NameSettings,
): Readonly<Record<NameField, string>> {
  const at = new Date(sound.createdAtMs)
  const two = (value: number): string => String(value).padStart(2, '0')
  return {
    name: sound.name,
    prompt: sound.prompt.slice(0, PROMPT_CHARACTERS) || sound.name,
    model: sound.model,
    seed: sound.seed === null ? '' : String(sound.seed),
    type: sound.type,
    category: sound.category ?? '',
    date: `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
    time: `${two(at.getHours())}-${two(at.getMinutes())}-${two(at.getSeconds())}`,
    n: String(number).padStart(3, '0'),
    take: sound.variantIndex === null ? '' : String(sound.variantIndex + 1),
    catid: sound.ucs.catId,
    cat: sound.ucs.category,
    subcat: sound.ucs.subcategory,
    fxname: titleCase(sound.name.replaceAll('_', ' ')),
    creator: settings.creator,
    source: settings.source,
    tags: sound.tags.join(' '),
  }
}

/** An underscore parts the fields of UCS: inside of one it becomes a space. Fields that are empty leave no doubled separators behind. */
function filled(template: string, fields: Readonly<Record<NameField, string>>): string {
  const isField = (name: string): name is NameField => Object.hasOwn(fields, name)
  return template
    .replace(/\{([a-z]+)\}/giu, (whole, name: string) => {
      const field = name.toLowerCase()
      return isField(field) ? fields[field].replace(/[_/\\]+/gu, ' ').trim() : whole
    })
    .replace(/([_-])[_-]+/gu, '$1')
    .replace(/^[\s_-]+|[\s_-]+$/gu, '')
}

const titleCase = (text: string): string =>
  text.replace(/(^|\s)(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())

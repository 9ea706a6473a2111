import { assert as always, array, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exportNames, type NamedSound, UCS_TEMPLATE } from '../../../src-main/library/export-names.ts'
import { categoryFor } from '../../../src-main/media/ucs/guess.ts'

const sound = (changes: Partial<NamedSound> = {}): NamedSound & { readonly extension: string } => {
  const told = {
    name: 'oak door slams',
    prompt: 'heavy oak door slams in a hall',
    model: 'procedural-1',
    seed: 41,
    type: 'sfx',
    category: null,
    tags: ['oak'],
    createdAtMs: new Date(2026, 10, 21, 9, 5, 7).getTime(),
    variantIndex: 1,
    ...changes,
  }
  return { ...told, ucs: changes.ucs ?? categoryFor({ ...told, heard: '' }), extension: 'wav' }
}
const settings = { nameTemplate: UCS_TEMPLATE, folderTemplate: '', creator: 'JDoe', source: 'Film 2' }

describe('names of exported files', () => {
  it('are those of UCS', () => {
    expect(exportNames([sound(), sound({ name: 'rain on a tin roof', prompt: '' })], settings)).toEqual([
      'DOORWood_Oak Door Slams_JDoe_Film 2_001.wav',
      'RAINMetl_Rain On A Tin Roof_JDoe_Film 2_002.wav',
    ])
  })

  it('fill every field, folders too, and leave out what is empty', () => {
    expect(
      exportNames([sound({ seed: null })], {
        ...settings,
        nameTemplate: '{date}_{time}_{seed}_{model}_{take}_{unknown}',
        folderTemplate: '{cat}/{subcat}/{category}/{type}',
      }),
    ).toEqual(['DOORS/WOOD/sfx/2026-11-21_09-05-07_procedural-1_2_{unknown}.wav'])
  })

  it('are never twice the same, nor outside of the folder, nor what a system refuses (property)', () => {
    always(
      property(
        array(string({ unit: 'binary' }), { minLength: 1, maxLength: 8 }),
        string(),
        (names, folder) => {
          const paths = exportNames(
            names.map((name) => sound({ name, prompt: name })),
            { ...settings, nameTemplate: '{name}', folderTemplate: folder },
          )
          expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length)
          for (const path of paths) {
            for (const part of path.split('/')) {
              expect(part).not.toMatch(/^\.|[<>:"\\|?*\p{Cc}]|[. ]$/u)
              expect(Buffer.byteLength(part)).toBeLessThanOrEqual(200)
            }
          }
        },
      ),
    )
  })
})

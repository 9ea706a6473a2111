import { assert as always, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { categoryFor, guessCategory } from '../../../src-main/media/ucs/guess.ts'
import { findUcs, UCS_ENTRIES, ucsById, ucsByNames } from '../../../src-main/media/ucs/list.ts'

describe('the list of the Universal Category System', () => {
  it('is that of version 8.2.1: 82 categories, 752 subcategories, every id once', () => {
    expect(new Set(UCS_ENTRIES.map(({ category }) => category)).size).toBe(82)
    expect(UCS_ENTRIES).toHaveLength(752)
    expect(new Set(UCS_ENTRIES.map(({ catId }) => catId.toUpperCase())).size).toBe(752)
    expect(new Set(UCS_ENTRIES.map(({ category, subcategory }) => `${category} ${subcategory}`)).size).toBe(
      752,
    )
    for (const { catId } of UCS_ENTRIES) expect(catId).toMatch(/^[A-Za-z]{2,12}$/)
  })

  it.each([
    ['DOORWood', 'DOORS', 'WOOD'],
    ['AMBForst', 'AMBIENCE', 'FOREST'],
    ['EQUIPBridle', 'EQUIPMENT', 'BRIDLE & TACK'],
    ['VEHBy', 'VEHICLES', 'GENERIC BY'],
    // The few whose id is no joining of the two.
    ['RAIN', 'RAIN', 'GENERAL'],
    ['WIND', 'WIND', 'GENERAL'],
    ['BEEP', 'BEEPS', 'GENERAL'],
    ['SWSH', 'SWOOSHES', 'SWISH'],
    ['WHSH', 'SWOOSHES', 'WHOOSH'],
    ['HAIL', 'WEATHER', 'HAIL'],
    ['WTHR', 'WEATHER', 'MISC'],
    ['STORM', 'WEATHER', 'STORM'],
    ['THUN', 'WEATHER', 'THUNDER'],
    ['WIP', 'ARCHIVED', 'WORK IN PROGRESS'],
  ])('knows %s by id and by names', (catId, category, subcategory) => {
    expect(ucsById(catId.toLowerCase())).toEqual({ catId, category, subcategory })
    expect(ucsByNames(category.toLowerCase(), subcategory)).toEqual({ catId, category, subcategory })
  })

  it('finds by id, by names and by meaning, and nothing by nonsense', () => {
    expect(findUcs('doorw', 5)[0]?.catId).toBe('DOORWood')
    expect(findUcs('door wood', 5)[0]?.catId).toBe('DOORWood')
    expect(findUcs('forest', 5)[0]?.catId).toBe('AMBForst')
    expect(findUcs('birdsong', 5).map(({ catId }) => catId)).toEqual(['AMBBird', 'BIRDSong'])
    expect(findUcs('cello', 5)[0]?.catId).toBe('MUSCStr')
    expect(findUcs('', 200)).toHaveLength(200)
    expect(findUcs('xyzzy', 5)).toEqual([])
  })
})

/** Far more than a slow machine needs: nothing here is about time. */
describe('the category of a sound', { timeout: 120_000 }, () => {
  it.each([
    ['heavy oak door slams', 'DOORWood'],
    ['Metal door, distant', 'DOORMetl'],
    ['metal door creak', 'DOORCreak'],
    ['glass shatters on tiles', 'GLASBrk'],
    ['footsteps in snow', 'FEETHmn'],
    ['steady rain on a tin roof', 'RAINMetl'],
    ['light rain', 'RAIN'],
    ['thunder far away', 'THUN'],
    ['wind in the trees', 'WINDVege'],
    ['horse galloping on gravel', 'FEETHors'],
    ['gravel', 'ROCKMisc'],
    ['car passing by on a wet road', 'VEHBy'],
    ['police siren in the city', 'VEHSirn'],
    ['forest ambience with birds', 'AMBForst'],
    ['church bell tolling', 'BELLLrg'],
    ['shotgun reload', 'GUNShotg'],
    ['ui button click', 'UIClick'],
    ['sword clash', 'WEAPSwrd'],
    ['ice cubes in a glass', 'ICEImpt'],
    ['machine gun burst', 'GUNAuto'],
    ['a carpet is cut', null],
    ['', null],
  ])('of “%s” is %s', (text, catId) => {
    expect(guessCategory(text)?.catId ?? null).toBe(catId)
  })

  it('is told by the name, then the prompt, then what was heard, then the type', () => {
    const told = { name: 'Take 4', prompt: '', type: 'sfx', heard: '' }
    expect(categoryFor({ ...told, name: 'dog barks', prompt: 'cat' }).catId).toBe('ANMLDog')
    expect(categoryFor({ ...told, prompt: 'cat meows' }).catId).toBe('ANMLCat')
    expect(categoryFor({ ...told, heard: 'wood door slam' }).catId).toBe('DOORWood')
    expect(categoryFor({ ...told, type: 'ambience' }).catId).toBe('AMBMisc')
    expect(categoryFor(told).catId).toBe('DSGNMisc')
  })

  it('is one of the list for every text (property)', () => {
    always(
      property(string({ unit: 'binary' }), string(), (name, prompt) => {
        expect(ucsById(categoryFor({ name, prompt, type: 'sfx', heard: '' }).catId)).not.toBeNull()
      }),
    )
  })
})

// Numbers, times, quotes and errors as the window words them.
import { describe, expect, test } from 'vitest'
import type { CreditRecovery, GenerationView } from '../../../src-main/bridge/types.ts'
import { asSentence, errorSentence, outcomeText } from '../../../src-renderer/wording/errors.ts'
import {
  isInFlight,
  moneyText,
  percent,
  progressText,
  standingOf,
} from '../../../src-renderer/wording/generations.ts'
import {
  counted,
  decibels,
  decimal,
  diskSize,
  grouped,
  loudness,
  NONE,
  signed,
} from '../../../src-renderer/wording/numbers.ts'
import {
  balanceAfterText,
  balanceText,
  capacityText,
  fittingText,
  isAffordable,
  missingText,
  priceText,
} from '../../../src-renderer/wording/quotes.ts'
import {
  about,
  bareSeconds,
  rowDate,
  rowLength,
  spokenLength,
  timecode,
} from '../../../src-renderer/wording/times.ts'
import { account, generation } from './examples.ts'

describe('numbers', () => {
  test('have a true minus, and none before zero', () => {
    expect(decimal(-22.64, 1)).toBe('−22.6')
    expect(decimal(-0.04, 1)).toBe('0.0')
    expect(signed(2.1, 1)).toBe('+2.1')
    expect(signed(-0.4, 1)).toBe('−0.4')
    expect(signed(0.04, 1)).toBe('0.0')
  })

  test.each([
    [0, '0'],
    [999, '999'],
    [1842, '1,842'],
    [1_000_000, '1,000,000'],
    [-1842, '−1,842'],
  ])('%i is grouped as %s', (value, text) => expect(grouped(value)).toBe(text))

  test('count one and many', () => {
    expect(counted(1, 'credit')).toBe('1 credit')
    expect(counted(1842, 'credit')).toBe('1,842 credits')
  })

  test('show a dash for loudness that is not known or silence', () => {
    expect(loudness(null)).toBe(NONE)
    expect(loudness(-Infinity)).toBe(NONE)
    expect(loudness(-19.44)).toBe('−19.4')
  })

  test('call the floor of the fader infinite', () => {
    expect(decibels(-60)).toBe('−∞ dB')
    expect(decibels(-3)).toBe('−3.0 dB')
  })

  test.each([
    [0, '0 B'],
    [718_000, '718 kB'],
    [2_900_000, '2.9 MB'],
    [3.1e9, '3.1 GB'],
    [999_600, '1.0 MB'],
  ])('%d bytes are %s', (bytes, text) => expect(diskSize(bytes)).toBe(text))
})

describe('times', () => {
  test.each([
    [4000, '0:04.0'],
    [600, '0:00.6'],
    [59_960, '1:00.0'],
    [64_000, '1:04.0'],
    [599_940, '9:59.9'],
    [599_960, '10:00'],
    [3_600_000, '60:00'],
  ])('%i ms are %s in a row', (ms, text) => expect(rowLength(ms)).toBe(text))

  test('the timecode is cut, not rounded', () => {
    expect(timecode(4.2139)).toBe('00:04.213')
    expect(timecode(61.5)).toBe('01:01.500')
    expect(timecode(-1)).toBe('00:00.000')
  })

  test('lengths and bounds are as short as they can be said', () => {
    expect(spokenLength(2000)).toBe('2.0 s')
    expect(spokenLength(90_000)).toBe('1:30.0')
    expect(bareSeconds(100)).toBe('0.1')
    expect(bareSeconds(60_000)).toBe('60')
    expect(about(400)).toBe('about 1 s')
    expect(about(180_000)).toBe('about 3 min')
  })

  test('a date says as much as is needed', () => {
    const now = new Date(2026, 10, 20, 14, 30).getTime()
    expect(rowDate(new Date(2026, 10, 20, 9, 5).getTime(), now)).toBe('09:05')
    expect(rowDate(new Date(2026, 10, 17, 23, 0).getTime(), now)).toBe('Tue')
    expect(rowDate(new Date(2026, 8, 3).getTime(), now)).toBe('3 Sep')
    expect(rowDate(new Date(2025, 8, 3).getTime(), now)).toBe('Sep ’25')
  })
})

const recovery = (part: Partial<CreditRecovery> = {}): CreditRecovery => ({
  credits_required: 80,
  credits_available: 32,
  credit_shortfall: 48,
  recovery_action: 'view_plans',
  recovery_url: 'https://example.com/plans',
  provisioning_state: 'ready',
  provisioning_deadline: null,
  ...part,
})

describe('money', () => {
  test('an unmetered account never shows a number of credits', () => {
    expect(priceText({ credits: 80, isMetered: false })).toBe('not metered')
    expect(
      balanceText(account({ billing_mode: 'unmetered', credits_available: null, spend_capacity: null })),
    ).toBe('not metered')
    expect(balanceAfterText(account({ billing_mode: 'unmetered' }), null)).toBeNull()
  })

  test('a metered account shows what is left, before and after', () => {
    expect(priceText({ credits: 1, isMetered: true })).toBe('1 credit')
    expect(balanceText(account())).toBe('1,842 credits')
    const quote = { credits: 80, estimatedMs: 1, isMetered: true, isEstimate: false, isUpperBound: false }
    expect(balanceAfterText(account(), quote)).toBe('1,842 credits now, 1,762 after')
  })

  test('an account whose credits are not ready says so, and what running jobs hold is told', () => {
    expect(balanceText(account({ provisioning_state: 'pending', spend_capacity: 0 }))).toBe(
      'credits being set up',
    )
    expect(balanceText(account({ provisioning_state: 'stalled', spend_capacity: 0 }))).toBe('cannot spend')
    expect(capacityText(account({ credits_available: 1900, spend_capacity: 1842 }))).toBe(
      '1,900 credits on the account, 1,842 free to spend',
    )
    expect(capacityText(account({ billing_mode: 'unmetered' }))).toBeNull()
  })

  test('what is missing is said in one sentence with one way on', () => {
    const { lead, rest, action } = missingText(recovery())
    expect(`${lead} ${rest}`).toBe(
      '48 credits short. This takes 80 and 32 are free to spend. Nothing was charged.',
    )
    expect(action).toEqual({ label: 'View plans', url: 'https://example.com/plans' })
  })

  test('provisioning is not poverty', () => {
    const pending = recovery({
      credit_shortfall: 0,
      provisioning_state: 'pending',
      recovery_action: null,
      recovery_url: null,
    })
    expect(missingText(pending).lead).toBe('Credits are being set up.')
    expect(missingText(pending).action).toBeNull()
    expect(isAffordable(pending)).toBe(false)
  })

  test('an unknown step still has a button', () => {
    expect(missingText(recovery({ recovery_action: 'constructor' })).action?.label).toBe('Open the account')
  })

  test('only what is ready, without a step and without a shortfall is affordable', () => {
    expect(isAffordable(recovery({ credit_shortfall: 0, recovery_action: null, recovery_url: null }))).toBe(
      true,
    )
    expect(isAffordable(recovery({ credit_shortfall: 0 }))).toBe(false)
  })

  test('what would fit is offered as whole takes', () => {
    const wanted = { variants: 4, durationMs: 2000, minMs: 100 }
    const fitting = (free: number) =>
      fittingText(recovery({ credits_available: free, credit_shortfall: 80 - free }), 10, wanted)
    expect(fitting(32)).toBe('4 takes of 0.8 s would fit.')
    expect(fitting(3)).toBe('1 take of 0.3 s would fit.')
    expect(fitting(0)).toBeNull()
    // Nothing is short, and still nothing can be spent: no size would help.
    expect(fitting(80)).toBeNull()
  })
})

describe('errors', () => {
  test('a known code has our sentence, an unknown one the message as it came', () => {
    expect(errorSentence({ code: 'unauthorized', message: 'x' })).toBe('The key was refused.')
    expect(errorSentence({ code: 'brand_new', message: 'the moon is full' })).toBe('The moon is full.')
    expect(errorSentence({ code: 'toString', message: 'a' })).toBe('A.')
  })

  test('a sentence ends once', () => expect(asSentence('really?')).toBe('Really?'))

  test('a partial failure says what is saved and what it cost', () => {
    const part: Partial<GenerationView> = {
      state: 'failed',
      chargedCredits: 96,
      soundIds: [1, 2, 3],
      shortfalls: ['take 3 came back unreadable'],
    }
    expect(outcomeText(generation(part))).toBe(
      'Take 3 came back unreadable. 3 of 4 saved. Charged 96 credits; a retry is a new charge.',
    )
  })

  test('a fate that is unknown claims nothing about the charge', () => {
    expect(outcomeText(generation({ state: 'unknown', isMetered: true }))).toBe(
      'Whether it was charged is not known.',
    )
    expect(outcomeText(generation({ state: 'unknown', isMetered: false }))).toBe('')
    expect(outcomeText(generation({ state: 'refused' }))).toBe('Nothing was charged.')
  })
})

describe('generations', () => {
  test('queued and held back wait, the rest runs', () => {
    expect(standingOf(generation({ jobStatus: 'queued' }))).toBe('waiting')
    expect(standingOf(generation({ waitingFor: 'slot' }))).toBe('waiting')
    expect(standingOf(generation())).toBe('running')
    expect(isInFlight(generation({ state: 'unknown' }))).toBe(false)
  })

  test('progress is said with what is left, and never reaches the end', () => {
    expect(progressText(generation({ progress: 0.62, estimatedMs: 8000 }))).toBe('Generating, about 3 s left')
    expect(percent(generation({ progress: 0.999 }))).toBe(99)
    expect(percent(generation({ progress: null }))).toBeNull()
  })

  test("a status that is unknown to us is shown in the service's own word", () => {
    expect(progressText(generation({ jobStatus: 'simmering' }))).toBe('The service says “simmering”')
  })

  test('money stands in the row only where there is some', () => {
    expect(moneyText(generation({ quotedCredits: 30 }))).toBe('30 quoted')
    expect(moneyText(generation({ quotedCredits: null }))).toBe('')
    expect(moneyText(generation({ state: 'failed', chargedCredits: 140 }))).toBe('140 charged')
    expect(moneyText(generation({ state: 'failed', chargedCredits: 0 }))).toBe('')
  })
})

// Shortcuts and the groups of Activity.
import { describe, expect, test } from 'vitest'
import { type KeyPress, matches, written } from '../../../src-renderer/commands/keys.ts'
import { activityGroups, chargedToday, summary } from '../../../src-renderer/features/activity/groups.ts'
import { generation } from './examples.ts'

const press = (key: string, part: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...part,
})

describe('shortcuts', () => {
  test('mod is Ctrl, and ⌘ on a Mac', () => {
    expect(matches('mod+k', press('k', { ctrlKey: true }), 'linux')).toBe(true)
    expect(matches('mod+k', press('k', { metaKey: true }), 'darwin')).toBe(true)
    expect(matches('mod+k', press('k', { ctrlKey: true }), 'darwin')).toBe(false)
    expect(written('mod+k', 'darwin')).toBe('⌘K')
    expect(written('mod+k', 'linux')).toBe('Ctrl K')
  })

  test('neither more nor less than the shortcut is the shortcut', () => {
    expect(matches('l', press('l'), 'linux')).toBe(true)
    expect(matches('l', press('L', { shiftKey: true }), 'linux')).toBe(false)
    expect(matches('l', press('l', { ctrlKey: true }), 'linux')).toBe(false)
  })

  test('a sign that is typed with Shift needs no Shift', () => {
    expect(matches('?', press('?', { shiftKey: true }), 'linux')).toBe(true)
    expect(matches('space', press(' '), 'linux')).toBe(true)
  })
})

describe('Activity', () => {
  const noon = new Date(2026, 10, 20, 12).getTime()

  test('puts what needs a decision first, and counts a generation once', () => {
    const groups = activityGroups(
      [
        generation({ id: 'run' }),
        generation({ id: 'lost', state: 'unknown' }),
        generation({ id: 'bad', state: 'failed' }),
      ],
      [
        generation({ id: 'run', state: 'done', finishedAtMs: noon }),
        generation({ id: 'ok', state: 'done', finishedAtMs: noon, chargedCredits: 52 }),
      ],
      noon,
    )
    expect(groups.map((group) => [group.standing, group.jobs.map((job) => job.id)])).toEqual([
      ['unknown', ['lost']],
      ['running', ['run']],
      ['failed', ['bad']],
      ['done', ['ok']],
    ])
    expect(summary(groups)).toBe('1 to decide, 1 running, 1 failed, 1 done today')
    expect(chargedToday(groups)).toBe(52)
  })

  test('yesterday is not today', () => {
    expect(
      activityGroups([], [generation({ state: 'done', finishedAtMs: noon - 86_400_000 })], noon),
    ).toEqual([])
    expect(summary([])).toBe('nothing in flight')
  })
})

import { describe, expect, it } from 'vitest'
import { argumentsAfterApp, parseCommandLine } from '../../../src-main/shell/command-line.ts'

describe('the command line', () => {
  it('opens the window without a command', () => expect(parseCommandLine([])).toEqual({ kind: 'window' }))

  it('reads make with all of its options', () =>
    expect(
      parseCommandLine([
        'make',
        'heavy oak door slams',
        '--seconds',
        '2',
        '--variants=4',
        '--seed',
        '7',
        '--out',
        '/tmp/x',
      ]),
    ).toEqual({
      kind: 'make',
      prompt: 'heavy oak door slams',
      durationMs: 2000,
      variants: 4,
      seed: 7,
      outDir: '/tmp/x',
    }))

  it('has defaults for what is left out, and takes a prompt without quotes', () =>
    expect(parseCommandLine(['make', 'rain', 'on', 'tin'])).toEqual({
      kind: 'make',
      prompt: 'rain on tin',
      durationMs: 4000,
      variants: 1,
      seed: null,
      outDir: null,
    }))

  it('searches the library, with words that begin with a minus', () =>
    expect(parseCommandLine(['library', 'search', 'rain', '-wind', '--json', '--limit', '5'])).toEqual({
      kind: 'library-search',
      text: 'rain -wind',
      isJson: true,
      limit: 5,
    }))

  it.each([
    [['library'], /it has “search”/],
    [['library', 'search', '--limit', '0'], /from 1 to 1000000, not 0/],
    [['library', 'search', '--fast'], /no option --fast/],
    [['make'], /needs a prompt/],
    [['make', '  '], /needs a prompt/],
    [['make', 'x', '--seconds', '0'], /--seconds takes a number above 0, not 0/],
    [['make', 'x', '--seconds', 'two'], /not two/],
    [['make', 'x', '--seconds', '1e3'], /not 1e3/],
    [['make', 'x', '--seconds'], /--seconds needs a value/],
    [['make', 'x', '--variants', '1.5'], /whole number from 1, not 1.5/],
    [['make', 'x', '--seed', '-1'], /--seed/],
    [['make', 'x', '--seed', '4294967296'], /0 to 4294967295, not 4294967296/],
    [['make', 'x', '--speed', '2'], /no option --speed/],
    [['make', 'x', '--seed', '1', '--seed', '2'], /given twice/],
    [['mkae', 'x'], /no command “mkae”/],
  ])('explains what is wrong with %j', (args, words) => {
    const parsed = parseCommandLine(args)
    expect(parsed.kind).toBe('usage-error')
    expect(parsed.kind === 'usage-error' && parsed.message).toMatch(words)
  })

  it('finds its arguments behind the app, whatever Electron put before it', () => {
    const isAppPath = (arg: string) => arg === '.'
    const argv = ['/electron', '--no-sandbox', '-r', 'loader.js', '.', 'make', 'x']
    expect(argumentsAfterApp(argv, isAppPath, false)).toEqual(['make', 'x'])
    expect(argumentsAfterApp(['/foleyroom', 'make', 'x'], isAppPath, true)).toEqual(['make', 'x'])
    expect(argumentsAfterApp(['/electron', '--inspect'], isAppPath, false)).toEqual([])
  })
})

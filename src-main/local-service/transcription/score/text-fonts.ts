// The letters of printed scores: Tinos (SIL Open Font License), as wide as the Times that Verovio reckons with, carried by every PDF.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const packages = createRequire(import.meta.url)

/** The names that a PDF knows the fonts by. */
export const TEXT_FONTS = { plain: 'Tinos', bold: 'Tinos-Bold', italic: 'Tinos-Italic' } as const

/** A TrueType file of each. The package's code is Expo's and stays unread. */
const FILES = [
  [TEXT_FONTS.plain, packages.resolve('@expo-google-fonts/tinos/400Regular/Tinos_400Regular.ttf')],
  [TEXT_FONTS.bold, packages.resolve('@expo-google-fonts/tinos/700Bold/Tinos_700Bold.ttf')],
  [
    TEXT_FONTS.italic,
    packages.resolve('@expo-google-fonts/tinos/400Regular_Italic/Tinos_400Regular_Italic.ttf'),
  ],
] as const

export type TextFontFile = readonly [name: string, bytes: Buffer]

/** The fonts from their package. @throws where a file of it is missing */
export const loadTextFonts = (): readonly TextFontFile[] =>
  FILES.map(([name, path]) => [name, readFileSync(path)] as const)

/** Whether the fonts have every letter of a text that is written from left to right. */
export const isPrintable = (text: string): boolean => PRINTABLE.test(text)

/** Latin, Greek, Cyrillic, punctuation, currencies: blocks that Tinos has whole. */
const PRINTABLE =
  /^[\u0020-\u007e\u00a0-\u024f\u0370-\u04ff\u1e00-\u1eff\u2010-\u2027\u2030-\u203a\u20a0-\u20be]*$/u

/** The font for text of Verovio's SVG. */
export function textFontFor(isBold: boolean, isItalic: boolean): string {
  if (isBold) return TEXT_FONTS.bold
  return isItalic ? TEXT_FONTS.italic : TEXT_FONTS.plain
}

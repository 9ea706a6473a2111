// The texts of the window, all in one place. A room takes them from here and holds no sentence of its own: a test looks.
// Another language is another folder beside `en` that satisfies `Texts`; what depends on a number or a name is a function.
import * as en from './en/index.ts'

/** What a language has to say. */
export type Texts = typeof en

/** The language in use: English is the only one there is. */
export const texts: Texts = en

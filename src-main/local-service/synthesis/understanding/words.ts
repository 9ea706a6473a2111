// Words of a prompt and their base forms: "slamming" is "slam", "knives" are "knife".

/** A word or a mark of punctuation, with what stood in the prompt. */
export interface Token {
  readonly text: string
  readonly isPunctuation: boolean
}

/** Splits a prompt into lower-case words and the marks that separate clauses. Hyphens separate words. */
export function tokensOf(prompt: string): Token[] {
  const plain = prompt.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '').replace(/[’`´]/g, "'")
  const found: readonly string[] = plain.match(/[\p{L}\p{N}]+(?:'[\p{L}]+)*|[,;:.!?&+/]/gu) ?? []
  return found.flatMap((text): Token[] => {
    if (/^[\p{L}\p{N}]/u.test(text)) {
      // "5s", "120bpm", "3x": the number and its unit are two words.
      const measured = /^(\d+)([a-z]+)$/.exec(text)
      return (measured ? [measured[1]!, measured[2]!] : [text.replace(/'s$/, '')]).map((word) => ({
        text: word,
        isPunctuation: false,
      }))
    }
    return [{ text, isPunctuation: true }]
  })
}

const IRREGULAR: Readonly<Record<string, string>> = {
  fell: 'fall',
  fallen: 'fall',
  broke: 'break',
  broken: 'break',
  rang: 'ring',
  rung: 'ring',
  blew: 'blow',
  blown: 'blow',
  ran: 'run',
  drove: 'drive',
  driven: 'drive',
  flew: 'fly',
  flown: 'fly',
  threw: 'throw',
  thrown: 'throw',
  tore: 'tear',
  torn: 'tear',
  swung: 'swing',
  struck: 'strike',
  slid: 'slide',
  sang: 'sing',
  sung: 'sing',
  shook: 'shake',
  shaken: 'shake',
  bit: 'bite',
  bitten: 'bite',
  crept: 'creep',
  burnt: 'burn',
  spun: 'spin',
  rose: 'rise',
  risen: 'rise',
  drew: 'draw',
  drawn: 'draw',
  beaten: 'beat',
  wrote: 'write',
  written: 'write',
  ate: 'eat',
  eaten: 'eat',
  built: 'build',
  wolves: 'wolf',
  knives: 'knife',
  geese: 'goose',
  mice: 'mouse',
  men: 'man',
  women: 'woman',
  children: 'child',
  oxen: 'ox',
  wound: 'wind up',
  shone: 'shine',
  sprang: 'spring',
  hung: 'hang',
  leapt: 'leap',
}

/** "slamm" to "slam", "hiss" stays. */
function undoubled(stem: string): string {
  const last = stem.at(-1)
  return last !== undefined && last === stem.at(-2) && !/[aeiou]/.test(last) ? stem.slice(0, -1) : stem
}

/** The base forms a word may have, likeliest first; the word itself leads. */
export function formsOf(word: string): string[] {
  const forms = [word]
  const irregular = IRREGULAR[word]
  if (irregular) forms.push(irregular)
  const cut = (length: number) => word.slice(0, -length)
  const withStem = (stem: string) => {
    if (stem.length < 2) return
    forms.push(stem, `${stem}e`, undoubled(stem))
  }
  if (word.length > 4 && word.endsWith('ies')) forms.push(`${cut(3)}y`, cut(1))
  if (word.length > 4 && word.endsWith('ves')) forms.push(`${cut(3)}f`, `${cut(3)}fe`, cut(1))
  if (word.length > 3 && word.endsWith('es')) forms.push(cut(1), cut(2))
  if (word.length > 2 && word.endsWith('s') && !word.endsWith('ss')) forms.push(cut(1))
  if (word.length > 4 && word.endsWith('ied')) forms.push(`${cut(3)}y`)
  if (word.length > 3 && word.endsWith('ed')) withStem(cut(2))
  if (word.length > 4 && word.endsWith('ing')) withStem(cut(3))
  if (word.length > 5 && word.endsWith('ings')) withStem(cut(4))
  if (word.length > 4 && word.endsWith('ily')) forms.push(`${cut(3)}y`)
  if (word.length > 4 && word.endsWith('ly')) forms.push(cut(2))
  if (word.length > 4 && word.endsWith('er')) withStem(cut(2))
  if (word.length > 5 && word.endsWith('est')) withStem(cut(3))
  if (word.length > 5 && word.endsWith('ier')) forms.push(`${cut(3)}y`)
  if (word.length > 6 && word.endsWith('iest')) forms.push(`${cut(4)}y`)
  if (word.length > 4 && word.endsWith('y')) withStem(cut(1))
  return [...new Set(forms)]
}

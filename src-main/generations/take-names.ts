// What a generated sound is called in the library and on the disk.

const LONGEST_NAME = 90

/**
 * A take's readable name: the service's label where it names one detected sound, else the prompt with a capital,
 * cut at a word; with the take's number where several were asked for.
 */
export function takeDisplayName(options: {
  readonly prompt: string
  readonly label: string | null
  readonly variantIndex: number
  readonly variantsRequested: number
}): string {
  const label = options.label?.trim()
  const words = (label === undefined || label === '' ? options.prompt : label)
    .replace(/\s+/gu, ' ')
    .trim()
    .toWellFormed()
  const base = shortened(words === '' ? 'Sound' : words)
  const named = base.charAt(0).toLocaleUpperCase() + base.slice(1)
  return options.variantsRequested > 1 ? `${named}, take ${options.variantIndex + 1}` : named
}

function shortened(text: string): string {
  const letters = [...text]
  if (letters.length <= LONGEST_NAME) return text
  const cut = letters.slice(0, LONGEST_NAME).join('')
  const lastSpace = cut.lastIndexOf(' ')
  return (lastSpace > LONGEST_NAME / 2 ? cut.slice(0, lastSpace) : cut).replace(/[\s,;:.–-]+$/u, '')
}

/** Extension by the contract's format name: `mp3_192` is an mp3. Unknown formats keep their own word. */
export function extensionOf(format: string): string {
  const word = format.split('_')[0]?.toLowerCase() ?? ''
  return /^[a-z0-9]{1,8}$/.test(word) ? word : 'bin'
}

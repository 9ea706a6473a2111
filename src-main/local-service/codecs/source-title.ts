// What a sound file calls itself: the title among its tags, of WAV, FLAC, MP3, Ogg, M4A and what else mediabunny reads.

/** Longer ones are prompts or lists. */
const MOST_CHARACTERS = 60

/** The title on one line, cut where it is long; null where the file tells none. Never fails: nothing depends on it. */
export async function readSourceTitle(path: string): Promise<string | null> {
  // Not loaded where nobody reads titles: it is large.
  const { ALL_FORMATS, FilePathSource, Input } = await import('mediabunny')
  const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
  try {
    if (!(await input.canRead())) return null
    return titleLine((await input.getMetadataTags()).title ?? '')
  } catch {
    return null
  } finally {
    input.dispose()
  }
}

/** A title as one line of at most {@link MOST_CHARACTERS}; null where nothing of it is left. */
export function titleLine(text: string): string | null {
  const line = asUtf8(text)
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
  if (line === '') return null
  const characters = [...line]
  if (characters.length <= MOST_CHARACTERS) return line
  const cut = characters.slice(0, MOST_CHARACTERS - 1).join('')
  return `${cut.replace(/\s+\S{0,15}$/u, '')}…`
}

/** RIFF names no encoding: mediabunny takes its texts for Latin-1, today's programs write UTF-8. */
function asUtf8(text: string): string {
  if (/[^\0-\xff]/.test(text)) return text
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'))
  } catch {
    return text
  }
}

// Marks over long rests: Verovio reads a bar that begins one in MusicXML without its tempo, so that it is put there in Verovio's own MEI.

/** What it takes of Verovio to read a score. */
export interface ScoreReader {
  /** False where the document cannot be read. */
  loadData(document: string): boolean | 0 | 1
  /** What was read, as MEI. */
  getMEI(): string
}

const LONG_REST =
  /<attributes><measure-style><multiple-rest>\d+<\/multiple-rest><\/measure-style><\/attributes>/g
const MEASURE = /(<measure\b[^>]*\bn="(\d+)"[^>]*>)([\s\S]*?)(<\/measure>)/g
/** Words and metronome marks. */
const MARK = /<(tempo|dir)\b[\s\S]*?<\/\1>/g

/** Reads a score with every mark of it. False where it cannot be read. */
export function loadScore(reader: ScoreReader, musicXml: string): boolean {
  const inPlainBars = musicXml.replace(LONG_REST, '')
  if (inPlainBars === musicXml) return Boolean(reader.loadData(musicXml))
  if (!reader.loadData(inPlainBars)) return false
  const marks = marksByBar(reader.getMEI())
  if (!reader.loadData(musicXml)) return false
  return Boolean(reader.loadData(withMarks(reader.getMEI(), marks)))
}

/** The marks of each bar that has some, by its number. */
export function marksByBar(mei: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [, , number = '', inside = ''] of mei.matchAll(MEASURE)) {
    const marks = [...inside.matchAll(MARK)].map(([mark]) => mark).join('')
    if (marks !== '') found.set(number, marks)
  }
  return found
}

/** The score with marks in the bars that are long rests. */
export function withMarks(mei: string, marks: ReadonlyMap<string, string>): string {
  return mei.replace(MEASURE, (whole, head: string, number: string, inside: string, foot: string) =>
    inside.includes('<multiRest') ? `${head}${inside}${marks.get(number) ?? ''}${foot}` : whole,
  )
}

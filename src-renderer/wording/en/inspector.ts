// The inspector, part by part.
import { counted } from '../counting.ts'

export const inspector = {
  drag: {
    title: 'Drag into another app, at the speed of the player',
    file: 'Drag file',
    many: (sounds: number) => `Drag ${counted(sounds, 'file')}`,
    atSpeed: (what: string, speed: string) => `${what}, ${speed}`,
    rendering: (sounds: number, speed: string) =>
      `${counted(sounds, 'sound')} being rendered at ${speed}. Drag again when ready.`,
    ready: (sounds: number, speed: string) => `${counted(sounds, 'sound')} rendered at ${speed}. Drag again.`,
  },
  category: {
    /** The Universal Category System, as librarians call it. */
    label: 'UCS',
    of: (category: string, subcategory: string) => `${category}, ${subcategory}`,
    guessed: 'guessed',
    choose: 'Choose the UCS category…',
    chooseFor: (sounds: number) => `UCS category of ${counted(sounds, 'sound')}…`,
    title: 'UCS category',
    guess: (catId: string) => `As guessed: ${catId}`,
    guessEach: 'As guessed for each',
    none: 'No category of the Universal Category System is called so.',
    done: (sounds: number, catId: string) => `${counted(sounds, 'sound')} categorised as ${catId}`,
  },
}

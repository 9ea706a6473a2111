// The inspector, part by part.
import { counted } from '../counting.ts'

export const inspector = {
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

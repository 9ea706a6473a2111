// The `dialog` module: no native dialog without Electron, so a test answers in its place.
import type * as E from 'electron'
import { notOffered } from '../not-offered.ts'

const unanswered = (name: string) => async (): Promise<never> =>
  notOffered(
    `dialog.${name} by itself: a test answers with app.evaluate(({ dialog }) => { dialog.${name} = … })`,
  )

export const dialog = {
  showOpenDialog: unanswered('showOpenDialog'),
  showSaveDialog: unanswered('showSaveDialog'),
  showMessageBox: unanswered('showMessageBox'),
  showErrorBox(title: string, content: string): void {
    console.error(`${title}\n${content}`)
  },
} satisfies Pick<E.Dialog, 'showOpenDialog' | 'showSaveDialog' | 'showMessageBox' | 'showErrorBox'>

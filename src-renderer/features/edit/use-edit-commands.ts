// The keys of the edit view; each is in the palette, too.
import { useCommands } from '../../commands/registry.ts'
import { useWindow } from '../../window-state.ts'
import { texts } from '../../wording/texts.ts'
import { editing } from './edit-state.ts'
import type { Compare } from './use-compare.ts'
import type { Edit } from './use-edit.ts'
import { panCommands, type Zooming, zoomCommands } from './zooming.ts'

const words = texts.edit.commands
const { listen } = texts.edit.board

export function useEditCommands(edit: Edit, compare: Compare): void {
  const { player, edit: store } = useWindow()
  const axis: Zooming = {
    view: edit.viewport,
    longest: edit.longest,
    positionS: () => player.positionS(),
    show: (viewport) => edit.change({ viewport }),
  }
  const active = edit.state.tool === 'inpaint' ? edit.inpaint : edit.extend
  useCommands([
    {
      id: 'generate',
      title: words[edit.state.tool],
      section: 'Make',
      shortcuts: ['mod+enter'],
      isHeardInText: true,
      isEnabled: active !== null && active.refusal === null && !active.isSending,
      run: () => active?.run(),
    },
    {
      id: 'edit-inpaint',
      title: words.chooseInpaint,
      section: 'Make',
      shortcuts: ['r'],
      isEnabled: edit.inpaint !== null,
      run: () => edit.change({ tool: 'inpaint' }),
    },
    {
      id: 'edit-extend',
      title: words.chooseExtend,
      section: 'Make',
      shortcuts: ['e'],
      isEnabled: edit.extend !== null,
      run: () => edit.change({ tool: 'extend' }),
    },
    {
      id: 'before-after',
      title: words.beforeOrAfter,
      section: 'Play',
      shortcuts: ['b'],
      isEnabled: compare.variants.length > 0,
      run: compare.swap,
    },
    {
      id: 'take-0',
      title: listen(0),
      section: 'Play',
      shortcuts: ['0'],
      run: () => compare.hear(edit.detail),
    },
    ...compare.variants.map((variant, index) => ({
      id: `take-${index + 1}`,
      title: listen(index + 1),
      section: 'Play' as const,
      shortcuts: [String(index + 1)],
      run: () => compare.hear(variant),
    })),
    ...zoomCommands(axis, words.showAll),
    ...panCommands(axis),
    {
      id: 'edit-shown',
      title: words.goOn,
      section: 'Sound',
      shortcuts: ['enter'],
      isEnabled: edit.shown.id !== edit.detail.id && !compare.isBlind,
      run: () => store.set((state) => editing(state, edit.shown.id)),
    },
  ])
}

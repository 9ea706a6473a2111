// The keys of the edit view; each is in the palette, too.
import { useCommands } from '../../commands/registry.ts'
import { useWindow } from '../../window-state.ts'
import { editing } from './edit-state.ts'
import type { Compare } from './use-compare.ts'
import type { Edit } from './use-edit.ts'
import { panCommands, type Zooming, zoomCommands } from './zooming.ts'

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
      title: edit.state.tool === 'inpaint' ? 'Make the region again' : 'Extend the end',
      section: 'Make',
      shortcuts: ['mod+enter'],
      isHeardInText: true,
      isEnabled: active !== null && active.refusal === null && !active.isSending,
      run: () => active?.run(),
    },
    {
      id: 'edit-inpaint',
      title: 'Repair the region',
      section: 'Make',
      shortcuts: ['r'],
      isEnabled: edit.inpaint !== null,
      run: () => edit.change({ tool: 'inpaint' }),
    },
    {
      id: 'edit-extend',
      title: 'Extend the end',
      section: 'Make',
      shortcuts: ['e'],
      isEnabled: edit.extend !== null,
      run: () => edit.change({ tool: 'extend' }),
    },
    {
      id: 'before-after',
      title: 'Before or after',
      section: 'Play',
      shortcuts: ['b'],
      isEnabled: compare.variants.length > 0,
      run: compare.swap,
    },
    {
      id: 'take-0',
      title: 'Listen to before',
      section: 'Play',
      shortcuts: ['0'],
      run: () => compare.hear(edit.detail),
    },
    ...compare.variants.map((variant, index) => ({
      id: `take-${index + 1}`,
      title: `Listen to variant ${index + 1}`,
      section: 'Play' as const,
      shortcuts: [String(index + 1)],
      run: () => compare.hear(variant),
    })),
    ...zoomCommands(axis, 'Show the whole sound'),
    ...panCommands(axis),
    {
      id: 'edit-shown',
      title: 'Go on from this variant',
      section: 'Sound',
      shortcuts: ['enter'],
      isEnabled: edit.shown.id !== edit.detail.id && !compare.isBlind,
      run: () => store.set((state) => editing(state, edit.shown.id)),
    },
  ])
}

// The views of the window, in the order of the sidebar. A new view is a line here and a line in `app.tsx`.
import type { ViewName } from '../window-state.ts'

export const VIEWS: readonly { readonly name: ViewName; readonly title: string }[] = [
  { name: 'library', title: 'Library' },
  { name: 'edit', title: 'Edit' },
  { name: 'activity', title: 'Activity' },
  { name: 'settings', title: 'Settings' },
]

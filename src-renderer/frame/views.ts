// The views of the window, in the order of the sidebar. A new view is a line here and a line in `app.tsx`.
import type { ViewName } from '../window-state.ts'
import { texts } from '../wording/texts.ts'

export const VIEWS: readonly { readonly name: ViewName; readonly title: string }[] = [
  { name: 'library', title: texts.frame.views.library },
  { name: 'video', title: texts.frame.views.video },
  { name: 'edit', title: texts.frame.views.edit },
  { name: 'transcribe', title: texts.frame.views.transcribe },
  { name: 'activity', title: texts.frame.views.activity },
  { name: 'settings', title: texts.frame.views.settings },
]

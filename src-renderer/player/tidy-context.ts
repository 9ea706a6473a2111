// The context of Tone.js that the window plays in: what is disposed of in it is over, and not only unheard.
import { Context } from './tone.ts'

/**
 * Tone.js 15 never stops the constant source of a signal that it disposes of: it asks whether the source still runs once it counts as stopped,
 * and only disconnects it. The browser keeps every source that was not stopped for as long as its context lives, and looks at each of them
 * 345 times a second; a run of notes has hundreds.
 */
export class TidyContext extends Context {
  override createConstantSource(): ConstantSourceNode {
    const source = super.createConstantSource()
    const start = source.start.bind(source)
    const disconnect = source.disconnect.bind(source)
    let isStarted = false
    return Object.assign(source, {
      start(atS?: number) {
        isStarted = true
        start(atS)
      },
      // Tone.js disconnects this node once, as it disposes of it.
      disconnect() {
        if (isStarted) source.stop()
        disconnect()
      },
    })
  }
}

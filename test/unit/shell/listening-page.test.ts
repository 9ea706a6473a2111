// A page that listens: what was meant for it while it did not is handed over once, in order.
import { describe, expect, it } from 'vitest'
import { createListeningPage } from '../../../src-main/shell/listening-page.ts'

function pageOf() {
  const did: string[] = []
  const page = createListeningPage(() => void did.push('open'))
  const ask = (what: string): void => page.whenListening(() => void did.push(what))
  return { page, did, ask }
}

describe('what is meant for a page', () => {
  it('waits until it listens, and is then done once and in order', () => {
    const { page, did, ask } = pageOf()
    ask('a')
    ask('b')
    expect(did).toEqual(['open', 'open'])
    page.began()
    page.began()
    ask('c')
    expect(did).toEqual(['open', 'open', 'a', 'b', 'c'])
  })

  it('waits for the next one where a page crashed or was closed', () => {
    const { page, did, ask } = pageOf()
    page.began()
    page.ended()
    ask('a')
    expect(did).toEqual(['open'])
    page.began()
    expect(did).toEqual(['open', 'a'])
  })

  it('comes after what each page is told first', () => {
    const { page, did, ask } = pageOf()
    page.onBegan(() => void did.push('told'))
    ask('a')
    page.began()
    page.ended()
    page.began()
    expect(did).toEqual(['open', 'told', 'a', 'told'])
  })
})

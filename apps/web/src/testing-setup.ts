// What browsers have and jsdom does not, and the texts: a test that asks for a text that does not
// exist fails.
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeAll } from 'vitest'

// How long something may take to appear says nothing of what is tested, on a busy machine least.
configure({ asyncUtilTimeout: 10_000 })

class Observer {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
if (typeof window !== 'undefined') {
  window.matchMedia = (media) => ({
    media,
    matches: false,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  })
  window.ResizeObserver = Observer
  window.scrollTo = () => undefined
  beforeAll(async () => {
    const { startTexts, loadTexts } = await import('./lib/i18n.ts')
    await startTexts(['en'])
    await loadTexts(['app', 'ui', 'auth', 'account'])
  })
  afterEach(cleanup)
}

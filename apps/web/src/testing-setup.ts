// Adds browser features that jsdom lacks, and the texts: a test that uses a missing text fails.
import { cleanup, configure } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeAll, vi } from 'vitest'

// Tests do not measure how long something takes to appear; machines may be busy.
configure({ asyncUtilTimeout: 30_000 })

// Maps and charts need a real browser: labelled elements replace them. They are mocked in every
// file, because the files share their modules.
vi.mock('./app/map-base.tsx', () => ({
  MapBase: () => createElement('canvas', { 'aria-label': 'the map' }),
}))
vi.mock('./app/header-slot.tsx', () => ({ HeaderBell: () => null }))
vi.mock('./charts/time-chart.tsx', () => ({
  TimeChart: ({ label }: { label: string }) =>
    createElement('div', { 'role': 'img', 'aria-label': label }),
}))
vi.mock('./modules/flights/flights/playback/playback-ground.tsx', () => ({
  PlaybackGround: () => null,
}))

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
  URL.createObjectURL = () => 'blob:0'
  URL.revokeObjectURL = () => undefined
  beforeAll(async () => {
    const { startTexts, loadTexts } = await import('./lib/i18n.ts')
    await startTexts(['en'])
    await loadTexts()
  })
  // Test files share their modules and their page. They are reset before the first test of a file,
  // and after each one, because the next file may already read them while its tests are collected.
  const reset = async (): Promise<void> => {
    localStorage.clear()
    sessionStorage.clear()
    // The event that makes stored values notice that the storage was cleared.
    window.dispatchEvent(new StorageEvent('storage', { key: null }))
    const { showNotesWith } = await import('./lib/errors.ts')
    showNotesWith(() => undefined)()
  }
  beforeAll(reset)
  afterEach(async () => {
    cleanup()
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
    document.body.replaceChildren()
    await reset()
  })
}

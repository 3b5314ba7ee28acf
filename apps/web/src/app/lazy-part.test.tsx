import { act, render, screen } from '@testing-library/react'
import { languages } from '@swath/i18n/languages'
import { Suspense, type ComponentType } from 'react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { setLanguage } from '../lib/i18n.ts'
import { lazyComponent } from '../lib/lazy-component.tsx'
import { lazyPart } from './lazy-part.ts'
import { PageFailure } from './page-failure.tsx'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  await setLanguage('en')
})

/** Like the console: a frame with screens that have their own error boundaries. */
const show = (load: () => Promise<ComponentType>, path = '/lists'): void => {
  const router = createMemoryRouter(
    [
      {
        HydrateFallback: () => <p>starting</p>,
        ErrorBoundary: PageFailure,
        children: [
          { path: '/lists', loader: () => null, lazy: lazyPart(load), ErrorBoundary: PageFailure },
        ],
      },
    ],
    { initialEntries: [path] },
  )
  render(<RouterProvider router={router} />)
}
const missing = () =>
  Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/x.js'))

const words = {
  'en': ['Reload the page', /failed to load/],
  'zh-CN': ['刷新页面', /加载失败/],
  'zh-TW': ['重新整理', /載入失敗/],
  'th': ['โหลดหน้าใหม่', /โหลดบางส่วนของหน้าไม่สำเร็จ/],
  'ko': ['페이지 새로 고침', /불러오지 못했습니다/],
} as const

describe('a screen whose chunk does not load', () => {
  test.each(languages)('shows an error with a button, not an empty page: %s', async (language) => {
    await setLanguage(language)
    show(missing)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toMatch(words[language][1])
    expect(screen.getByRole('button').textContent).toBe(words[language][0])
  })

  test('is reported after 120 s without any data', async () => {
    vi.useFakeTimers()
    show(() => new Promise<never>(() => undefined))
    await act(() => vi.advanceTimersByTimeAsync(119_000))
    expect(screen.queryByRole('alert')).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(screen.getByRole('alert').textContent).toMatch(/failed to load/)
    expect(screen.getByRole('button').textContent).toBe('Reload the page')
  })

  test('is shown once it loads', async () => {
    show(async () => () => <p>The list</p>)
    expect(await screen.findByText('The list')).toBeTruthy()
  })
})

test('a part of a page whose chunk does not load leaves the rest of the page', async () => {
  const Part = lazyComponent(missing)
  show(async () => () => (
    <>
      <h1>Drones in the air</h1>
      <Suspense>
        <Part />
      </Suspense>
    </>
  ))
  expect((await screen.findByRole('alert')).textContent).toMatch(/failed to load.*Reload the page/)
  expect(screen.getByRole('heading').textContent).toBe('Drones in the air')
})

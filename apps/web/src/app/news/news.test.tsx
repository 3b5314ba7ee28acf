import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { UserInfo } from '@swath/contract/people/auth'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { loadHostTheme } from '../../lib/host-theme.ts'
import { currentUser, dropSession, keepSession } from '../../lib/session.ts'
import { serve, type Sent } from '../../testing-console.ts'
import { person, theme } from '../../testing-person.ts'
import { screenLines } from '../screens.ts'
import { Shell } from '../shell.tsx'
import { isNewsUnread, listNews, newsEntries, newsVersion } from './news.ts'

const settingsPath = '/api/user/baseaccount/settings'
const signIn = async (values: Partial<UserInfo> = {}): Promise<Sent[]> => {
  const info = person(values)
  serve({ '/api/theme': () => Response.json(theme) })
  await loadHostTheme()
  const sent = serve({
    '/api/user/baseaccount/info': () => Response.json(info),
    [settingsPath]: () => new Response(null, { status: 204 }),
  })
  keepSession({
    jToken: 'ad_1',
    refreshToken: 'rt_00000000000000000000',
    expiresInS: 900,
    userInfo: info,
  })
  return sent
}
const withSeen = (newsSeen: string | null): Partial<UserInfo> => ({
  settings: { language: null, areaUnit: null, newsSeen },
})
/** Ids of people by the time of creation. */
const [createdIn2024, createdIn2030] = [
  '0190a000-0000-7000-8000-000000000001',
  '01b8c000-0000-7000-8000-000000000001',
]

afterEach(() => {
  cleanup()
  dropSession('signed-out')
  vi.unstubAllGlobals()
})

describe('the dot', () => {
  test.each([
    ['a person of an earlier version who has read nothing yet', createdIn2024, null, true],
    ['a person who has read the news of an earlier version', createdIn2024, '0.2.0', true],
    ['a person who has read the news', createdIn2024, newsVersion, false],
    ['a first-time user', createdIn2030, null, false],
    ['a person created later, after an upgrade', createdIn2030, '0.2.0', true],
  ] as const)('%s', async (_who, userId, seen, isUnread) => {
    await signIn({ userId, ...withSeen(seen) })
    expect(isNewsUnread(currentUser()!)).toBe(isUnread)
  })

  test('disappears when the news are opened, and the server stores that they were read', async () => {
    const sent = await signIn(withSeen('0.2.0'))
    const router = createMemoryRouter(
      [
        {
          element: <Shell />,
          children: [
            {
              path: '/one',
              handle: { screen: 'account-detail', path: '/one', title: 'terms:myAccount' },
              element: <h1>one</h1>,
            },
          ],
        },
      ],
      { initialEntries: ['/one'] },
    )
    render(<RouterProvider router={router} />)
    await screen.findByRole('heading', { name: 'one' })
    const button = document.querySelector<HTMLElement>(
      '[aria-description="There is something new"]',
    )!
    expect(button.querySelector('.ant-badge-dot[data-show="true"]')).toBeTruthy()
    fireEvent.click(button)
    fireEvent.click(await screen.findByRole('menuitem', { name: /What’s new/ }))
    const dialog = await screen.findByRole('dialog', {
      name: `What’s new in version ${newsVersion}`,
    })
    expect(dialog.querySelectorAll('li')).toHaveLength(newsEntries.length)
    // The animation of the dot's end does not run in jsdom.
    await waitFor(() => expect(button.querySelector('[data-show="true"]')).toBeNull())
    await waitFor(() =>
      expect(sent.find(({ path }) => path === settingsPath)?.body).toEqual({
        newsSeen: newsVersion,
      }),
    )
  })
})

describe('the entries', () => {
  test('leave out screens that the person may not open', async () => {
    await signIn({ accountType: 5 })
    expect(listNews(currentUser()!).map(({ name }) => name)).toEqual(['search', 'theme', 'undo'])
  })

  test('are at most five, have texts, and lead to pages that exist', () => {
    const texts = JSON.parse(
      readFileSync(
        join(import.meta.dirname, '../../../../../packages/i18n/src/overview/news.json'),
        'utf8',
      ),
    ) as Record<string, Record<string, unknown>>
    expect(newsEntries.length).toBeLessThanOrEqual(5)
    expect(Object.keys(texts).toSorted()).toEqual(
      ['title', ...newsEntries.map(({ name }) => name)].toSorted(),
    )
    for (const { name, to } of newsEntries) {
      expect(Object.keys(texts[name]!)).toEqual(['title', 'text', ...(to ? ['open'] : [])])
      if (to && 'path' in to) expect(screenLines.map(({ path }) => path)).toContain(to.path)
    }
  })
})

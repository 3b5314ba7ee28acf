import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import type { UserInfo } from '@swath/contract/people/auth'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadHostTheme } from '../lib/host-theme.ts'
import { queryClient } from '../lib/query.ts'
import { dropSession, keepSession } from '../lib/session.ts'
import { takeWantedPage } from '../lib/wanted-page.ts'
import { serve } from '../testing-console.ts'
import { person, theme } from '../testing-person.ts'
import { goHome, goToAccount, guardScreen } from './guard.ts'
import { screenLines } from './screens.ts'
import { SideMenu } from './side-menu.tsx'

const account = { screen: 'account-detail', path: '/institution_manage/account-detail' } as const
const base = '/api/user/baseaccount'
const signedIn = (info: UserInfo) => ({
  jToken: `ad_${Math.random()}`,
  refreshToken: 'rt_00000000000000000000',
  expiresInS: 900,
  userInfo: info,
})
const whereTo = (response: Response | null): string | null =>
  response?.headers.get('location') ?? null
const initial = {
  '/api/rental/rental/getRentalModelByAccount': () => Response.json({ items: [] }),
  '/api/common/manufacturers': () => Response.json({ items: [] }),
}

beforeEach(async () => {
  serve({ '/api/theme': () => Response.json(theme) })
  await loadHostTheme()
  serve(initial)
})
afterEach(() => {
  dropSession('signed-out')
  queryClient.clear()
  vi.unstubAllGlobals()
})

describe('the guard', () => {
  test('without a session it redirects to the sign-in page', async () => {
    await expect(
      guardScreen(account).catch((response: Response) => whereTo(response)),
    ).resolves.toBe('/login')
  })
  test('the target of a link is kept during the sign-in, once', async () => {
    await guardScreen(account, {}, '/institution_manage/account-detail?tab=own').catch(() => null)
    expect([takeWantedPage(), takeWantedPage()]).toEqual([
      '/institution_manage/account-detail?tab=own',
      null,
    ])
  })
  test('a permitted screen opens, and the initial data is requested once', async () => {
    const sent = serve(initial)
    keepSession(signedIn(person()))
    expect(await guardScreen(account)).toBeNull()
    expect(await guardScreen(account)).toBeNull()
    expect(sent.map(({ path }) => path).sort()).toEqual([
      '/api/common/manufacturers',
      '/api/rental/rental/getRentalModelByAccount',
    ])
  })
  test('a screen without permission redirects home', async () => {
    keepSession(
      signedIn(
        person({
          userId: '0190a000-0000-7000-8000-000000000002',
          accountType: 4,
          operatorType: '1',
        }),
      ),
    )
    const to = whereTo(
      await guardScreen({ screen: 'no-fly-zone-list', path: '/business_manage/no-fly-zone-list' }),
    )
    expect(screenLines.map((line) => line.path)).toContain(to)
    expect(to).not.toContain('no-fly-zone')
  })
  test('a path without its parameter, or with text for a number, is incomplete', async () => {
    keepSession(signedIn(person({ userId: '0190a000-0000-7000-8000-000000000006' })))
    const tasks = {
      ...account,
      path: '/business_manage/unified-task-list/:id/drone-list',
      numbers: ['id'],
    } as const
    await expect(guardScreen(tasks, {})).rejects.toThrow('URI parameter insufficient')
    await expect(guardScreen(tasks, { id: 'seven' })).rejects.toThrow('URI parameter insufficient')
    expect(await guardScreen(tasks, { id: '7' })).toBeNull()
    // A screen whose paths all have a parameter once redirected home.
    const ofTask = screenLines.find((line) => line.screen === 'unified-task-chart')!
    expect(await guardScreen(ofTask, { id: '7' })).toBeNull()
  })
  test('an account under review has its own page and requests no initial data', async () => {
    const sent = serve(initial)
    keepSession(
      signedIn(
        person({ userId: '0190a000-0000-7000-8000-000000000003', accountType: 3, checkStatus: 1 }),
      ),
    )
    expect(whereTo(await goHome(true))).toBe('/institution_manage/account-detail')
    expect(whereTo(await goToAccount())).toBe('/institution_manage/account-detail')
    expect(sent).toEqual([])
  })
  test('tokens of an earlier visit are verified first; expired ones lead to the sign-in page', async () => {
    keepSession(signedIn(person({ userId: '0190a000-0000-7000-8000-000000000004' })))
    vi.resetModules() // like a reload: stored values remain, memory is cleared
    const sent = serve({
      [`${base}/refreshToken`]: () =>
        Response.json(
          { code: 'refresh_rejected', message: 'Ended', traceId: 't' },
          { status: 401 },
        ),
    })
    const again = await import('./guard.ts')
    await expect(
      again.guardScreen(account).catch((response: Response) => whereTo(response)),
    ).resolves.toBe('/login')
    expect(sent.map(({ path }) => path)).toEqual([`${base}/refreshToken`])
    expect(localStorage.getItem('token')).toBeNull()
  })
})

describe('the menu', () => {
  const entries = (info: UserInfo): string[] => {
    keepSession(signedIn(info))
    render(
      <QueryClientProvider client={queryClient}>
        <RouterProvider
          router={createMemoryRouter([
            { path: '/', element: <SideMenu folded={false} onAction={() => undefined} /> },
          ])}
        />
      </QueryClientProvider>,
    )
    return screen.getAllByRole('menuitem').map((item) => item.textContent ?? '')
  }
  test('ends with settings and sign-out for everyone', () => {
    expect(entries(person()).slice(-2)).toEqual(['Settings', 'Sign out'])
  })
  test('a lease manager sees no screens without permission', () => {
    expect(
      entries(person({ accountType: 3, userType: 6, leaseAccount: true })).join(' '),
    ).not.toMatch(/My account|Drones|Monitor/)
  })
})

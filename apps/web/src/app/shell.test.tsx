import { cleanup, render, screen, fireEvent, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { showError, showNotesWith, showSuccess } from '../lib/errors.ts'
import { loadHostTheme } from '../lib/host-theme.ts'
import { pageMap } from '../lib/page-map.ts'
import { buildQuery, queryClient } from '../lib/query.ts'
import { dropSession, keepSession } from '../lib/session.ts'
import { serve, type Sent } from '../testing-console.ts'
import { person, theme } from '../testing-person.ts'
import { keepRecentEntry } from './search/recent-entries.ts'
import { Shell } from './shell.tsx'

let letGo: () => void
const line = (path: string, title: string) => ({
  path,
  handle: { screen: 'account-detail', path, title },
  element: <h1>{path}</h1>,
})

const show = async (
  info = person(),
  answers: Readonly<Record<string, (sent: Sent) => Response>> = {},
) => {
  serve({
    '/api/theme': () =>
      Response.json({ ...theme, languages: ['en', 'zh-CN', 'zh-TW', 'th', 'ko'] }),
  })
  await loadHostTheme()
  const sent = serve({ '/api/user/baseaccount/info': () => Response.json(info), ...answers })
  keepSession({
    jToken: 'ad_1',
    refreshToken: 'rt_00000000000000000000',
    expiresInS: 900,
    userInfo: info,
  })
  const router = createMemoryRouter(
    [
      {
        element: <Shell />,
        children: [
          line('/one', 'terms:myAccount'),
          {
            ...line('/slow', 'terms:members'),
            loader: () =>
              new Promise((resolve) => {
                letGo = () => resolve(null)
              }),
          },
        ],
      },
      { path: '/login', element: <p>the sign-in page</p> },
    ],
    { initialEntries: ['/one'] },
  )
  render(<RouterProvider router={router} />)
  await screen.findByRole('heading', { name: '/one' })
  return { sent, router }
}
const person_ = (): HTMLElement => within(screen.getByRole('banner')).getAllByRole('button').at(-1)!
const choose = async (entry: string): Promise<void> => {
  fireEvent.click(person_())
  fireEvent.click((await screen.findAllByRole('menuitem', { name: entry })).at(-1)!)
}
const readWidth = (dialog: HTMLElement): string => {
  const modal = dialog.closest<HTMLElement>('.ant-modal')!
  return modal.style.getPropertyValue('--ant-modal-width') || modal.style.width
}

afterEach(() => {
  cleanup() // before the session ends, so that no listener is notified
  dropSession('signed-out')
  queryClient.clear()
  localStorage.clear()
  pageMap.clear()
  vi.unstubAllGlobals()
})

describe('the header', () => {
  test('shows logo, account name, avatar, masked phone, role and name', async () => {
    await show(
      person({
        accountType: 3,
        accountName: 'Alpha Works',
        accountLogo: '/api/files/logo.png',
        userName: 'Zheng',
        userHeadUrl: '/api/files/head.png',
        userType: 4,
      }),
    )
    const header = within(screen.getByRole('banner'))
    const pictures = [...screen.getByRole('banner').querySelectorAll('img')].map((image) =>
      image.getAttribute('src'),
    )
    expect(pictures).toEqual(['/api/files/logo.png', '/api/files/head.png'])
    expect(header.getByText('Alpha Works')).toBeTruthy()
    expect(person_().textContent).toBe('ZhengEnterprise administrator · 138*****001')
  })
  test('without a picture the avatar is the first letter of the name', async () => {
    await show(person({ userName: 'Wang' }))
    expect(screen.getByRole('banner').querySelector('.ant-avatar')!.textContent).toBe('W')
  })
  test('offers to change the profile, in a dialog 560 px wide', async () => {
    await show()
    await choose('Edit profile')
    expect(readWidth(await screen.findByRole('dialog', { name: 'Edit profile' }))).toBe('560px')
  })
  test('offers the settings, in a dialog 480 px wide', async () => {
    await show()
    await choose('Settings')
    expect(readWidth(await screen.findByRole('dialog', { name: 'Settings' }))).toBe('480px')
  })
})

test('the menu collapses, and the browser remembers it', async () => {
  await show()
  fireEvent.click(screen.getByRole('button', { name: 'Collapse menu' }))
  expect(await screen.findByRole('button', { name: 'Expand menu' })).toBeTruthy()
  expect(localStorage.getItem('sideMenu')).toBe('"closed"')
  fireEvent.click(screen.getByRole('button', { name: 'Expand menu' }))
  expect(localStorage.getItem('sideMenu')).toBe('"open"')
})

test('the single map is created when it is first shown, and kept from then on', async () => {
  const { router } = await show()
  expect(screen.queryByLabelText('the map')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Map' }))
  const map = await screen.findByLabelText('the map')
  fireEvent.click(screen.getByRole('button', { name: 'Map' }))
  void router.navigate('/slow')
  await waitFor(() => expect(router.state.navigation.state).toBe('loading'))
  letGo()
  await screen.findByRole('heading', { name: '/slow' })
  expect(screen.getByLabelText('the map')).toBe(map)
})

test('the map stays open next to the next page, and the browser remembers it', async () => {
  const { router } = await show()
  fireEvent.click(screen.getByRole('button', { name: 'Map' }))
  expect(localStorage.getItem('pageMap')).toBe('"open"')
  void router.navigate('/slow')
  await waitFor(() => expect(router.state.navigation.state).toBe('loading'))
  letGo()
  await screen.findByRole('heading', { name: '/slow' })
  fireEvent.click(screen.getByRole('button', { name: 'Map' }))
  expect(localStorage.getItem('pageMap')).toBe('"closed"')
  expect(screen.getByRole('button', { name: 'Map' }).getAttribute('aria-pressed')).toBe('false')
})

test('a progress bar is shown while another page loads; the tab and screen readers get its title', async () => {
  const { router } = await show()
  const raised = (): string | undefined =>
    document.querySelector<HTMLElement>('[data-active]')?.dataset['active']
  expect([raised(), document.title]).toEqual(['false', 'My account · Swath'])
  void router.navigate('/slow')
  await waitFor(() => expect(raised()).toBe('true'))
  letGo()
  await screen.findByRole('heading', { name: '/slow' })
  await waitFor(() => expect([raised(), document.title]).toEqual(['false', 'Members · Swath']))
  expect(document.querySelector('p[aria-live=polite]')!.textContent).toBe('Members')
})

test('a notice is announced as a sentence, without the name of its icon', async () => {
  await show()
  showSuccess('Your profile is saved')
  expect((await screen.findByRole('alert')).textContent).toBe('Your profile is saved')
  showError(new TypeError('inner text'))
  await waitFor(() =>
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContain(
      'Something went wrong on this page. Reload it; your saved data is safe.',
    ),
  )
  for (const icon of document.querySelectorAll('.ant-message .anticon'))
    expect(icon.getAttribute('aria-label')).toBeNull()
})

test('a sign-out asks first, deletes the person’s data in the browser, and is confirmed on the sign-in page', async () => {
  const { sent, router } = await show(person(), {
    '/api/user/baseaccount/loginOut': () => new Response(null, { status: 204 }),
  })
  expect(
    [localStorage.getItem('token'), localStorage.getItem('userInfo')].map((kept) => kept !== null),
  ).toEqual([true, true])
  keepRecentEntry({ key: 'drone T40', kind: 'drone', title: 'Hawk', to: {} } as never)
  expect(localStorage.getItem('recentlyFound')).toContain('Hawk')
  await choose('Sign out')
  const question = await screen.findByRole('dialog', { name: 'Sign out of Swath?' })
  expect(sent.some(({ path }) => path.endsWith('/loginOut'))).toBe(false)
  fireEvent.click(within(question).getByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(sent.some(({ path }) => path.endsWith('/loginOut'))).toBe(true)
  for (const key of ['token', 'userInfo', 'recentlyFound'])
    expect(localStorage.getItem(key), key).toBeNull()
  const notes: string[] = []
  showNotesWith(({ text }) => void notes.push(text))
  expect(notes).toEqual(['You are signed out'])
})

test('a sign-out is one even if the end of the session is reported before the answer', async () => {
  const { router } = await show(person(), {
    '/api/user/baseaccount/loginOut': () => {
      dropSession('ended')
      return new Response(null, { status: 204 })
    },
  })
  await choose('Sign out')
  const question = await screen.findByRole('dialog', { name: 'Sign out of Swath?' })
  fireEvent.click(within(question).getByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  const notes: string[] = []
  showNotesWith(({ text }) => void notes.push(text))
  expect(notes).toEqual(['You are signed out'])
})

describe('the search over everything', () => {
  const drone = {
    kind: 'drone',
    id: 'T40-0017',
    droneId: null,
    name: 'Hawk',
    number: null,
    detail: 'T40-0017 · Blue River',
    startTime: null,
    rank: 'same',
  }
  const found = (items: readonly object[]) => ({ '/api/search': () => Response.json({ items }) })
  const open = async (): Promise<HTMLElement> => {
    fireEvent.keyDown(window, { key: 'k', ctrlKey: true })
    return screen.findByRole('combobox', { name: 'Search everything' })
  }

  test('Ctrl+K opens it; Enter opens the first match', async () => {
    const { sent, router } = await show(person(), found([drone]))
    const field = await open()
    fireEvent.change(field, { target: { value: 'hawk' } })
    const option = await screen.findByRole('option', { name: /Hawk/ })
    expect(option.textContent).toContain('T40-0017 · Blue River')
    expect(field.getAttribute('aria-activedescendant')).toBe(option.id)
    expect(sent.filter(({ path }) => path === '/api/search').at(-1)!.query).toEqual({
      text: 'hawk',
    })
    fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(() => expect(router.state.location.search).toBe('?open=T40-0017'))
    expect(router.state.location.pathname).toBe('/business_manage/drone-list')
  })

  test('pages of the person are found without the server, and recent ones are offered', async () => {
    const { router } = await show(person(), found([]))
    fireEvent.change(await open(), { target: { value: 'memb' } })
    fireEvent.click(await screen.findByRole('option', { name: /Members/ }))
    await waitFor(() =>
      expect(router.state.location.pathname).toBe('/institution_manage/member-list'),
    )
    await router.navigate('/one')
    await screen.findByRole('heading', { name: '/one' })
    await open()
    await screen.findByRole('option', { name: /Members/ })
  })

  test('says when only similar names were found, and when nothing was', async () => {
    await show(person(), found([{ ...drone, rank: 'close' }]))
    const field = await open()
    fireEvent.change(field, { target: { value: 'hakw' } })
    await screen.findByText(/Nothing contains “hakw”/)
    cleanup()
    await show(person(), found([]))
    fireEvent.change(await open(), { target: { value: 'zzzz' } })
    await screen.findByText('No results for “zzzz”')
  })

  test('? lists the shortcuts, but not while somebody types', async () => {
    await show(person(), found([]))
    const field = await open()
    fireEvent.keyDown(field, { key: '?' })
    expect(screen.queryByText('Keyboard shortcuts')).toBeNull()
    fireEvent.keyDown(window, { key: '?' })
    await screen.findByText('Keyboard shortcuts')
  })
})

test('the tab’s title has the number of unresolved level-1 alarms', async () => {
  const { router } = await show()
  const counts = { count: 0, anomalyCount: 0, unresolvedAlarmCount: 5, bulletinCount: 0 }
  expect(document.title).toMatch(/^My account · /)
  queryClient.setQueryData(buildQuery('countUnreadBulletins').queryKey, {
    ...counts,
    unresolvedLevelOneCount: 3,
  })
  await waitFor(() => expect(document.title).toMatch(/^\(3\) My account · /))
  queryClient.setQueryData(buildQuery('countUnreadBulletins').queryKey, {
    ...counts,
    unresolvedLevelOneCount: 0,
  })
  await waitFor(() => expect(document.title).toMatch(/^My account · /))
  expect(router.state.location.pathname).toBe('/one')
})

import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { App } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { SettingsDialog } from '../../../app/settings-dialog.tsx'
import { areaUnit } from '../../../lib/area-unit.ts'
import { loadHostTheme } from '../../../lib/host-theme.ts'
import { showLanguage } from '../../../lib/i18n.ts'
import { showNotesWith } from '../../../lib/errors.ts'
import { useOwnSettings } from '../../../lib/own-settings.ts'
import { queryClient } from '../../../lib/query.ts'
import { currentUser, keepSession } from '../../../lib/session.ts'
import { serve } from '../../../testing-console.ts'
import { person, theme } from '../../../testing-person.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { ProfileDialog } from './profile-dialog.tsx'
import { SessionsDrawer } from './sessions-drawer.tsx'

const base = '/api/user/baseaccount'
let notes: string[]

beforeEach(() => {
  queryClient.clear()
  notes = []
  keepSession({
    jToken: 'a',
    refreshToken: 'b',
    expiresInS: 900,
    userInfo: person({ userName: 'Li' }),
  })
  return showNotesWith(({ text }) => void notes.push(text))
})

const show = (Component: () => React.ReactNode) => {
  const router = createMemoryRouter([{ path: '/', Component }])
  render(
    <QueryClientProvider client={queryClient}>
      <App>
        <RouterProvider router={router} />
      </App>
    </QueryClientProvider>,
  )
}
const fill = (label: string, value: string): void => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
}

const save = async (): Promise<void> => {
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }))
}
const isSaidAtField = (sentence: string): boolean =>
  screen.getAllByText(sentence).some((one) => one.closest('.ant-form-item-explain-error'))

describe('the profile dialog', () => {
  const open = () => {
    const sent = serve({
      [`${base}/info`]: () => Response.json(person({ userName: 'Li Zhenhua' })),
    })
    const press = () => vi.fn<() => void>()
    const [onClose, onPassword, onSecurity, onSessions] = [
      press(),
      press(),
      press(),
      press(),
    ] as const
    show(() => (
      <ProfileDialog
        onClose={onClose}
        onPassword={onPassword}
        onSecurity={onSecurity}
        onSessions={onSessions}
      />
    ))
    return { sent, onClose, onPassword, onSecurity, onSessions }
  }

  test('saves name and picture, and the header shows them', async () => {
    const { sent, onClose } = open()
    await screen.findByRole('dialog', { name: 'Edit profile' })
    fill('Name', 'Li Zhenhua')
    await save()
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(sent.map(({ body }) => body)).toEqual([{ userName: 'Li Zhenhua', userHeadUrl: null }])
    expect(currentUser()?.userName).toBe('Li Zhenhua')
    expect(notes).toEqual(['Profile saved'])
  })

  test('reports an empty name at its field, and sends nothing', async () => {
    const { sent } = open()
    await screen.findByRole('dialog')
    fill('Name', '')
    await save()
    await waitFor(() => expect(isSaidAtField('Please fill in this field')).toBe(true))
    expect(sent).toEqual([])
  })

  test('links to the password, to the second factors and to the devices', async () => {
    const { onPassword, onSecurity, onSessions } = open()
    fireEvent.click(await screen.findByRole('button', { name: 'Change password' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Signed-in devices' }))
    fireEvent.click(screen.getByRole('button', { name: 'Sign-in and security' }))
    for (const press of [onPassword, onSecurity, onSessions]) expect(press).toHaveBeenCalledOnce()
  })
})

describe('the password dialog', () => {
  const open = (answer: () => Response = () => Response.json(person({ userName: 'Li' }))) => {
    const sent = serve({ [`${base}/info`]: answer })
    const onClose = vi.fn<() => void>()
    show(() => <PasswordDialog onClose={onClose} />)
    return { sent, onClose }
  }

  test('sends the old and the new password, and not the confirmation', async () => {
    const { sent, onClose } = open()
    await screen.findByRole('dialog', { name: 'Change password' })
    fill('Current password', 'Swath2026')
    fill('New password', 'Harvest2027')
    fill('Confirm new password', 'Harvest2027')
    await save()
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(sent[0]!.body).toEqual({
      userName: 'Li',
      userHeadUrl: null,
      oldPassword: 'Swath2026',
      newPassword: 'Harvest2027',
    })
    expect(notes).toEqual(['Password changed. All other devices have been signed out.'])
  })

  const both = { 'New password': 'Harvest2027', 'Confirm new password': 'Harvest2027' }
  test.each([
    ['a new one alone', both, 'Please fill in this field'],
    [
      'one that breaks the rule',
      { 'Current password': 'a', 'New password': 'harvest', 'Confirm new password': 'harvest' },
      '8 to 16 letters and digits, with at least one of each.',
    ],
    [
      'two that differ',
      { 'Current password': 'a', ...both, 'Confirm new password': 'Harvest2028' },
      'The passwords don’t match.',
    ],
    ['an empty form', {}, 'Please fill in this field'],
  ])('refuses %s at the field, and sends nothing', async (_what, fields, sentence) => {
    const { sent } = open()
    await screen.findByRole('dialog')
    for (const [label, value] of Object.entries(fields)) fill(label, value)
    await save()
    await waitFor(() => expect(isSaidAtField(sentence)).toBe(true))
    expect(sent).toEqual([])
  })

  test('shows the server’s refusal at its field, and stays open', async () => {
    const { onClose } = open(() =>
      Response.json(
        {
          code: 'invalid_input',
          message: 'Check the fields.',
          traceId: 't',
          details: [{ path: 'oldPassword', message: 'The current password is wrong.' }],
        },
        { status: 400 },
      ),
    )
    await screen.findByRole('dialog')
    fill('Current password', 'Wrong2026')
    fill('New password', 'Harvest2027')
    fill('Confirm new password', 'Harvest2027')
    await save()
    expect(await screen.findByText('The current password is wrong.')).toBeTruthy()
    expect(onClose).not.toHaveBeenCalled()
  })
})

describe('the drawer of devices', () => {
  const session = (given: object) => ({
    sessionId: crypto.randomUUID(),
    device: { kind: 'computer', browser: 'Chrome', system: 'Windows' },
    ip: '203.0.113.9',
    localNetwork: false,
    host: 'swath.example',
    signedInAt: '2026-11-20T01:00:00Z',
    method: 'password',
    providerName: null,
    factor: null,
    half: false,
    lastUsedAt: '2026-11-21T01:00:00Z',
    current: false,
    ...given,
  })
  const own = session({ current: true, ip: '192.168.1.4', localNetwork: true })
  const phone = session({
    sessionId: '01999999-0000-7000-8000-000000000001',
    device: { kind: 'phone', browser: 'Safari', system: 'iOS' },
  })
  const open = (items: object[]) => {
    let left = items
    const sent = serve({
      [`${base}/sessions`]: () =>
        Response.json(
          left.length === items.length ? { items: left, ended: items.length - 1 } : { items: left },
        ),
      [`${base}/sessions/${phone.sessionId}`]: () => {
        left = [own]
        return new Response(null, { status: 204 })
      },
    })
    show(() => <SessionsDrawer onClose={() => undefined} />)
    return sent
  }

  test('lists each device with place, host and times, and marks the current one', async () => {
    open([own, phone])
    await screen.findByText('This device')
    const [first, second] = screen.getAllByRole('listitem')
    expect(within(first!).getByText('This device')).toBeTruthy()
    expect(within(first!).getByText('192.168.1.4 · local network')).toBeTruthy()
    expect(within(first!).queryByRole('button')).toBeNull()
    expect(within(second!).getByRole('heading', { name: 'Safari on iOS' })).toBeTruthy()
    expect(within(second!).getByText('203.0.113.9')).toBeTruthy()
    expect(within(second!).getByText('2026/11/20 09:00')).toBeTruthy() // of the account's zone
  })

  test('says with which identity provider a session was opened', async () => {
    const method = { method: 'oidc', providerName: 'Keycloak' }
    open([own, session(method), session({ ...method, factor: 'provider' })])
    expect(await screen.findByText('Organisation (Keycloak)')).toBeTruthy()
    expect(screen.getByText('Organisation (Keycloak), second factor there')).toBeTruthy()
  })

  test('signs one out after a confirmation, and shows the remaining ones', async () => {
    const sent = open([own, phone])
    fireEvent.click(await screen.findByRole('button', { name: 'Sign out Safari on iOS' }))
    const [question] = await screen.findAllByText('Sign out Safari on iOS?')
    fireEvent.click(
      within(question!.closest<HTMLElement>('.ant-modal')!).getByRole('button', {
        name: 'Sign out',
      }),
    )
    expect(await screen.findByText('You are signed in on this device only.')).toBeTruthy()
    expect(sent.map(({ path }) => path)).toContain(`${base}/sessions/${phone.sessionId}`)
    expect(notes).toEqual(['Device signed out'])
  })

  test('signs out all others after a confirmation with their number', async () => {
    open([own, phone])
    fireEvent.click(await screen.findByRole('button', { name: 'Sign out all others' }))
    const [question] = await screen.findAllByText('Sign out 1 other device?')
    fireEvent.click(
      within(question!.closest<HTMLElement>('.ant-modal')!).getByRole('button', {
        name: 'Sign out all others',
      }),
    )
    await waitFor(() => expect(notes).toEqual(['1 device signed out']))
  })
})

describe('language and unit', () => {
  const Applied = () => {
    useOwnSettings()
    return null
  }
  beforeEach(async () => {
    localStorage.clear()
    areaUnit.set('mu')
    await showLanguage('en')
  })

  test('a choice on another device is applied and stored in this browser', async () => {
    serve({ '/api/theme': () => Response.json(theme) })
    await loadHostTheme()
    keepSession({
      jToken: 'a',
      refreshToken: 'b',
      expiresInS: 900,
      userInfo: person({ settings: { language: 'th', areaUnit: 'hectare', newsSeen: null } }),
    })
    show(Applied)
    await waitFor(() => expect(localStorage.getItem('areaUnit')).toBe('"hectare"'))
    expect([localStorage.getItem('lang'), document.documentElement.lang]).toEqual(['"th"', 'th'])
  })

  test('a choice here is stored in the browser and sent to the server', async () => {
    const sent = serve({
      '/api/theme': () => Response.json(theme),
      [`${base}/settings`]: () => new Response(null, { status: 204 }),
    })
    await loadHostTheme()
    show(() => (
      <SettingsDialog
        open
        onClose={() => undefined}
        onClosed={() => undefined}
        offersBigScreen={false}
      />
    ))
    fireEvent.click(await screen.findByText('ไทย'))
    await waitFor(() =>
      expect(sent.at(-1)).toMatchObject({
        path: `${base}/settings`,
        body: { language: 'th', areaUnit: 'rai' },
      }),
    )
    expect([localStorage.getItem('lang'), localStorage.getItem('areaUnit')]).toEqual([
      '"th"',
      '"rai"',
    ])
    expect(currentUser()?.settings).toMatchObject({ language: 'th', areaUnit: 'rai' })
  })
})

import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { loadHostTheme } from '../../../lib/host-theme.ts'
import { loadTexts, setLanguage } from '../../../lib/i18n.ts'
import { currentUser, dropSession } from '../../../lib/session.ts'
import { serve } from '../../../testing-console.ts'
import { person, theme } from '../../../testing-person.ts'
import { OrganisationScreen } from './organisation-screen.tsx'

const finishPath = '/api/user/baseaccount/organisationSignIn'
const startPath = `${finishPath}/start`
const welcome = (): Response =>
  Response.json({
    jToken: 'ad_1',
    refreshToken: 'rt_00000000000000000000',
    expiresInS: 900,
    userInfo: person({ userName: 'Lin' }),
  })
const refusal = (code: string, message: string, status: number) => () =>
  Response.json({ code, message, traceId: 't' }, { status })

const show = async (answers: Readonly<Record<string, () => Response>>, search = '') => {
  const sent = serve({ '/api/theme': () => Response.json(theme), ...answers })
  await loadHostTheme()
  await loadTexts()
  window.history.replaceState(null, '', `/login/organisation${search}`)
  const router = createMemoryRouter(
    [
      { path: '/login/organisation', Component: OrganisationScreen },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: ['/login/organisation'] },
  )
  render(<RouterProvider router={router} />)
  return { sent: () => sent.filter(({ path }) => path !== '/api/theme'), router }
}
const alerts = (): (string | null)[] =>
  screen.queryAllByRole('alert').map((alert) => alert.textContent)
const type = (value: string): void => {
  fireEvent.change(screen.getByLabelText('Work e-mail'), { target: { value } })
}
const proceed = (): void => {
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
}

afterEach(async () => {
  dropSession('signed-out')
  vi.unstubAllGlobals()
  window.history.replaceState(null, '', '/')
  await act(() => setLanguage('en'))
})

test('asks for the address and leaves for the page of the organisation', async () => {
  const assign = vi.fn<(address: string) => void>()
  vi.stubGlobal('location', {
    origin: 'https://swath.example',
    pathname: '/login/organisation',
    search: '',
    assign,
  })
  const { sent } = await show({
    [startPath]: () => Response.json({ address: 'https://idp.example/a' }),
  })
  await screen.findByRole('heading', { name: 'Sign in with your organisation' })
  proceed()
  expect(alerts()).toEqual(['Enter your e-mail address'])
  type('lin')
  expect(alerts()).toEqual(['Please enter the correct E-mail'])
  type(' lin@example.com ')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Stay signed in for a week' }))
  proceed()
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://idp.example/a'))
  expect(sent().map(({ body }) => body)).toEqual([
    { email: 'lin@example.com', origin: 'https://swath.example', rememberPassword: true },
  ])
})

test('says that a domain has no organisation sign-in', async () => {
  await show({ [startPath]: refusal('organisation_unknown', 'Not set up.', 404) })
  type('lin@example.com')
  proceed()
  await waitFor(() => expect(alerts()).toEqual(['Not set up.']))
})

test('completes the sign-in, with nothing of it left in the address', async () => {
  const { sent, router } = await show({ [finishPath]: welcome }, '?code=abc&state=xyz')
  await waitFor(() => expect(router.state.location.pathname).not.toBe('/login/organisation'))
  expect(currentUser()?.userName).toBe('Lin')
  expect(sent()[0]!.body).toEqual({ returned: 'code=abc&state=xyz' })
  expect(window.location.search).toBe('')
})

test('shows why a sign-in was refused, and the form again', async () => {
  const { sent } = await show(
    { [finishPath]: refusal('organisation_refused', 'No access here.', 403) },
    '?code=abc&state=xyz',
  )
  await waitFor(() => expect(alerts()).toEqual(['No access here.']))
  expect(screen.getByLabelText('Work e-mail')).toBeTruthy()
  expect(sent()).toHaveLength(1)
})

test('asks for the second factor if the account wants one', async () => {
  const half = { jToken: 'sw_half', expiresInS: 900, half: 'factor', factors: ['totp'] }
  await show({ [finishPath]: () => Response.json(half) }, '?code=abc&state=xyz')
  await screen.findByRole('heading', { name: 'Confirm your sign-in' })
  expect(currentUser()).toBeNull()
})

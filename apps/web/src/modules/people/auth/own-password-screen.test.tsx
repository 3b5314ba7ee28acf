import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { loadHostTheme } from '../../../lib/host-theme.ts'
import { loadTexts, setLanguage } from '../../../lib/i18n.ts'
import { currentUser, dropSession, keepHalfToken } from '../../../lib/session.ts'
import { serve } from '../../../testing-console.ts'
import { person, theme } from '../../../testing-person.ts'
import { OwnPasswordScreen } from './own-password-screen.tsx'

const path = '/api/user/baseaccount/ownPassword'
const show = async (answer: () => Response) => {
  const sent = serve({ '/api/theme': () => Response.json(theme), [path]: answer })
  await loadHostTheme()
  await loadTexts()
  keepHalfToken('ad_half')
  const router = createMemoryRouter(
    [
      { path: '/own-password', Component: OwnPasswordScreen },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: ['/own-password'] },
  )
  render(<RouterProvider router={router} />)
  return { sent: () => sent.filter((one) => one.path === path), router }
}
const type = (label: string, value: string): void => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
}
const save = (): void => {
  fireEvent.click(screen.getByRole('button', { name: 'Save and continue' }))
}

afterEach(async () => {
  dropSession('signed-out')
  await act(() => setLanguage('en'))
})

test('nothing is sent before both fields are right', async () => {
  const { sent } = await show(() => Response.json({}))
  save()
  await screen.findByText('Please enter a new password')
  type('New password', 'Meadow2027')
  type('Confirm password', 'Meadow2028')
  save()
  expect(screen.getByLabelText('Confirm password').getAttribute('aria-invalid')).toBe('true')
  expect(sent()).toEqual([])
})

test('the own password completes the sign-in', async () => {
  const { sent } = await show(() =>
    Response.json({
      jToken: 'ad_1',
      refreshToken: 'rt_00000000000000000000',
      expiresInS: 900,
      userInfo: person({ userName: 'Lin' }),
    }),
  )
  type('New password', 'Meadow2027')
  type('Confirm password', 'Meadow2027')
  save()
  await screen.findByText('elsewhere')
  expect(currentUser()?.userName).toBe('Lin')
  expect(sent()).toMatchObject([{ body: { password: 'Meadow2027' } }])
})

test('a required second factor comes next; a refusal stays on the page', async () => {
  let half = false
  const { router } = await show(() =>
    half
      ? Response.json({ jToken: 'ad_2', expiresInS: 900, half: 'set-up', factors: [] })
      : Response.json(
          { code: 'conflict', message: 'Changed meanwhile', traceId: 't' },
          { status: 409 },
        ),
  )
  type('New password', 'Meadow2027')
  type('Confirm password', 'Meadow2027')
  save()
  expect((await screen.findByRole('alert')).textContent).toBe('Changed meanwhile')
  half = true
  save()
  await waitFor(() => expect(router.state.location.pathname).toBe('/second-factor'))
})

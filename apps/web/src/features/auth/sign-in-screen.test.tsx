import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { Theme } from '@swath/contract/auth'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { loadHostTheme } from '../../lib/host-theme.ts'
import { currentUser, dropSession } from '../../lib/session.ts'
import { person, serve, theme, type Sent } from '../../testing-console.ts'
import { SignInScreen } from './sign-in-screen.tsx'

const path = '/api/user/baseaccount/loginPd'

const show = async (host: Partial<Theme>, answer: () => Response): Promise<{ sent: Sent[]; router: ReturnType<typeof createMemoryRouter> }> => {
  const sent = serve({ '/api/theme': () => Response.json({ ...theme, ...host }), [path]: answer })
  await loadHostTheme()
  const router = createMemoryRouter([{ path: '/login', Component: SignInScreen }, { path: '*', element: <p>elsewhere</p> }], { initialEntries: ['/login'] })
  render(<RouterProvider router={router} />)
  await screen.findByRole('heading', { name: 'Sign in' })
  return { sent, router }
}
const type = (label: string, value: string): void => { fireEvent.change(screen.getByLabelText(label), { target: { value } }) }
const submit = (): void => { fireEvent.click(screen.getByRole('button', { name: 'Sign in' })) }
const picture = (): string => screen.getByRole('button', { name: /Picture/ }).querySelector('img')!.getAttribute('src')!

afterEach(() => {
  dropSession('signed-out')
  vi.unstubAllGlobals()
})

describe('sign-in, china', () => {
  test('says what is missing at the fields and sends nothing', async () => {
    const { sent } = await show({}, () => Response.json({}))
    submit()
    expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual(['Please enter your 11-digit mobile number', 'Please enter your password', 'Please enter the 4 digits'])
    type('Mobile number', '12345678901')
    expect(screen.getByText('Please enter the correct phone number')).toBeTruthy()
    expect(sent.filter((one) => one.path === path)).toEqual([])
  })
  test('sends code, hyphen, number and goes to /', async () => {
    const { sent, router } = await show({}, () => Response.json({ jToken: 'ad_1', refreshToken: 'rt_00000000000000000000', expiresInS: 900, userInfo: person() }))
    type('Mobile number', '13800000001')
    type('Password', 'Swath2026')
    type('Code in the picture', '1234')
    fireEvent.click(screen.getByLabelText('Stay signed in for a week'))
    submit()
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    expect(sent.at(-1)!.body).toEqual({ phoneNum: '+86-13800000001', password: 'Swath2026', verifyCode: '1234', rememberPassword: true })
    expect(currentUser()?.userName).toBe('Wang')
  })
  test('an operator under review goes to its account', async () => {
    const { router } = await show({}, () => Response.json({ jToken: 'ad_1', refreshToken: 'rt_00000000000000000000', expiresInS: 900, userInfo: person({ accountType: 4, checkStatus: 1 }) }))
    type('Mobile number', '13800000001')
    type('Password', 'Swath2026')
    type('Code in the picture', '1234')
    submit()
    await waitFor(() => expect(router.state.location.pathname).toBe('/redirect_to_account'))
  })
  test("a failure shows the server's sentence, another picture, and no code", async () => {
    await show({}, () => Response.json({ code: 'sign_in_failed', message: 'The account or the password is not right.', traceId: 't' }, { status: 401 }))
    const before = picture()
    type('Mobile number', '13800000001')
    type('Password', 'wrong1')
    type('Code in the picture', '1234')
    submit()
    await screen.findByText('The account or the password is not right.')
    expect(screen.getByLabelText<HTMLInputElement>('Code in the picture').value).toBe('')
    expect(picture()).not.toBe(before)
  })
})

describe('sign-in, international', () => {
  test('takes an e-mail address or a number with the chosen country code', async () => {
    const { sent } = await show({ loginLayout: 'international', defaultCountryCode: '+66' }, () => Response.json({ code: 'sign_in_failed', message: 'No.', traceId: 't' }, { status: 401 }))
    const name = 'Mobile number or e-mail'
    type(name, 'somchai@')
    fireEvent.blur(screen.getByLabelText(name))
    expect(screen.getByText('Please enter the correct E-mail')).toBeTruthy()
    for (const typed of ['somchai@example.org', '0812345678']) {
      type(name, typed)
      type('Password', 'Swath2026')
      type('Code in the picture', '1234')
      submit()
      await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Code in the picture').value).toBe(''))
    }
    expect(sent.filter((one) => one.path === path).map(({ body }) => (body as { phoneNum: string }).phoneNum)).toEqual(['somchai@example.org', '+66-0812345678'])
  })
})

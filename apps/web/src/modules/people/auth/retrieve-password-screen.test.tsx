import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { loadHostTheme } from '../../../lib/host-theme.ts'
import { serve, type Sent } from '../../../testing-console.ts'
import { theme } from '../../../testing-person.ts'
import { RetrievePasswordScreen } from './retrieve-password-screen.tsx'

const base = '/api/user/baseaccount'
const name = 'Mobile number or e-mail'

const show = async (
  answers: Readonly<Record<string, () => Response>> = {},
  state: unknown = null,
): Promise<{ sent: Sent[]; router: ReturnType<typeof createMemoryRouter> }> => {
  const sent = serve({ '/api/theme': () => Response.json(theme), ...answers })
  await loadHostTheme()
  const router = createMemoryRouter(
    [
      { path: '/retrieve-password', Component: RetrievePasswordScreen },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: [{ pathname: '/retrieve-password', state }] },
  )
  render(<RouterProvider router={router} />)
  await screen.findByRole('heading', { name: 'Reset your password' })
  sent.length = 0
  return { sent, router }
}
const field = (label: string): HTMLInputElement => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string): void => {
  fireEvent.change(field(label), { target: { value } })
}
const leave = (label: string, value: string): void => {
  type(label, value)
  fireEvent.blur(field(label))
}
const press = (text: string): void => {
  fireEvent.click(screen.getByRole('button', { name: text }))
}
const alerts = (): (string | null)[] =>
  screen.queryAllByRole('alert').map((alert) => alert.textContent)
const step = (): string | null => document.querySelector('[aria-current="step"]')!.textContent
const fill = (): void => {
  type(name, '13800000001')
  type('Verification code', '123456')
  type('New password', 'Swath2027')
  type('Confirm password', 'Swath2027')
}

afterEach(() => vi.unstubAllGlobals())

describe('password recovery', () => {
  test('requires every field, and sends nothing otherwise', async () => {
    const { sent } = await show()
    press('Next')
    expect(alerts()).toEqual([
      'Please enter mobile phone number or E-mail',
      'Please enter the verification code',
      'Please enter a new password',
      'Please enter the password again',
    ])
    expect(document.activeElement).toBe(field(name))
    expect(sent).toEqual([])
  })
  test('validates on blur: phone or e-mail, the password rule, equal passwords', async () => {
    await show()
    leave(name, '1234')
    expect(alerts()).toEqual(['Please enter the correct phone number'])
    leave(name, 'li@')
    expect(alerts()).toEqual(['Please enter the correct E-mail'])
    leave(name, 'li@example.org')
    leave('Verification code', '12345')
    expect(alerts()).toEqual(['The code has 6 digits'])
    leave('Verification code', '１２３ ４５６')
    for (const weak of ['Swath26', 'Swath2026Swath2026', 'swathswath', '20262026', 'Swath 2026']) {
      leave('New password', weak)
      expect([weak, alerts()]).toEqual([weak, ['8-16 characters, letters and digits']])
    }
    leave('New password', 'Swath2027')
    leave('Confirm password', 'Swath2028')
    expect(alerts()).toEqual(['The two passwords differ'])
    leave('Confirm password', 'Swath2027')
    expect(alerts()).toEqual([])
    expect([
      field('New password').autocomplete,
      field('Confirm password').autocomplete,
      field('Verification code').autocomplete,
      field(name).autocomplete,
    ]).toEqual(['new-password', 'new-password', 'one-time-code', 'username'])
  })
  test('the code is requested with codeType 3, for a number or an e-mail address', async () => {
    const { sent } = await show({
      [`${base}/getVerifyCode`]: () => Response.json({ resendAfterS: 60 }),
    })
    press('Get code')
    expect(alerts()).toEqual(['Please enter mobile phone number or E-mail'])
    expect(sent).toEqual([])
    type(name, 'li@example.org')
    press('Get code')
    await screen.findByText('Verification code sent')
    expect(
      screen.getByRole<HTMLButtonElement>('button', { name: /^(60|59) seconds to resend$/ })
        .disabled,
    ).toBe(true)
    expect(sent).toMatchObject([
      { path: `${base}/getVerifyCode`, query: { email: 'li@example.org', codeType: '3' } },
    ])
  })
  test('verifies the code with checkOpr 3, then sets the password; the message asks to sign in again, and its button links there', async () => {
    const { sent, router } = await show({
      [`${base}/checkVerifyCode`]: () => new Response(null, { status: 204 }),
      [`${base}/resetPassword`]: () => new Response(null, { status: 204 }),
    })
    expect(step()).toContain('Reset password')
    fill()
    press('Next')
    await screen.findByText('Password reset successful')
    expect(step()).toContain('Done')
    expect(screen.getByText('Please log in again with the new password.')).toBeTruthy()
    expect(sent.map(({ path, query, body }) => [path, query, body])).toEqual([
      [
        `${base}/checkVerifyCode`,
        { phoneNum: '+86-13800000001', verifyCode: '123456', checkOpr: '3' },
        undefined,
      ],
      [
        `${base}/resetPassword`,
        {},
        { phoneNum: '+86-13800000001', password: 'Swath2027', verifyCode: '123456' },
      ],
    ])
    press('Confirm')
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(router.state.historyAction).toBe('REPLACE')
  })
  test("a wrong code shows the server's message and resets nothing", async () => {
    const { sent } = await show({
      [`${base}/checkVerifyCode`]: () =>
        Response.json(
          {
            code: 'code_wrong',
            message: 'The code is wrong or has expired. Request a new one.',
            traceId: 't',
          },
          { status: 400 },
        ),
    })
    fill()
    press('Next')
    await screen.findByText('The code is wrong or has expired. Request a new one.')
    expect(step()).toContain('Reset password')
    expect(sent.map(({ path }) => path)).toEqual([`${base}/checkVerifyCode`])
  })
  test('input from the sign-in page is prefilled', async () => {
    await show({}, { name: '0812345678', countryCode: '+66' })
    expect([
      field(name).value,
      screen.getByLabelText<HTMLSelectElement>('Country code').value,
    ]).toEqual(['0812345678', '+66'])
  })
})

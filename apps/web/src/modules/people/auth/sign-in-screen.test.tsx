import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { Theme } from '@swath/contract/people/auth'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { areaUnit } from '../../../lib/area-unit.ts'
import { showNotesWith } from '../../../lib/errors.ts'
import { loadHostTheme } from '../../../lib/host-theme.ts'
import { setLanguage } from '../../../lib/i18n.ts'
import { currentUser, dropSession } from '../../../lib/session.ts'
import { serve, type Sent } from '../../../testing-console.ts'
import { person, theme } from '../../../testing-person.ts'
import { SignInScreen } from './sign-in-screen.tsx'

const path = '/api/user/baseaccount/loginPd'
const smsPath = '/api/user/baseaccount/loginSmS'
const codePath = '/api/user/baseaccount/getVerifyCode'
const welcome = (values = {}): Response =>
  Response.json({
    jToken: 'ad_1',
    refreshToken: 'rt_00000000000000000000',
    expiresInS: 900,
    userInfo: person(values),
  })
const refusal = (): Response =>
  Response.json(
    { code: 'sign_in_failed', message: 'Wrong account or password.', traceId: 't' },
    { status: 401 },
  )

const show = async (
  host: Partial<Theme>,
  answers: Readonly<Record<string, () => Response>> = {},
  before: string[] = [],
): Promise<{ sent: Sent[]; router: ReturnType<typeof createMemoryRouter> }> => {
  const sent = serve({ '/api/theme': () => Response.json({ ...theme, ...host }), ...answers })
  await loadHostTheme()
  const router = createMemoryRouter(
    [
      { path: '/login', Component: SignInScreen },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: [...before, '/login'] },
  )
  render(<RouterProvider router={router} />)
  await screen.findByRole('heading', { level: 1 })
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
const press = (name: string): void => {
  fireEvent.click(screen.getByRole('button', { name }))
}
const submit = (): void => press('Sign in')
const picture = (): string =>
  screen
    .getByRole('button', { name: /Picture|验证码图片/ })
    .querySelector('img')!
    .getAttribute('src')!
const alerts = (): (string | null)[] =>
  screen.queryAllByRole('alert').map((alert) => alert.textContent)
const fill = (): void => {
  type('Mobile number', '13800000001')
  type('Password', 'Swath2026')
  type('Code in the picture', '1234')
}
const inChinese = (): Promise<void> => act(() => setLanguage('zh-CN'))

afterEach(async () => {
  dropSession('signed-out')
  vi.useRealTimers()
  vi.unstubAllGlobals()
  showNotesWith(() => undefined)()
  await act(() => setLanguage('en'))
})

describe('a second factor', () => {
  const factorPath = '/api/user/baseaccount/secondFactor/signIn'
  const half = (values: object) => () =>
    Response.json({ jToken: 'sw_half', expiresInS: 900, factors: [], ...values })
  const start = async (values: object, answers: Readonly<Record<string, () => Response>> = {}) => {
    const shown = await show({}, { [path]: half(values), ...answers })
    fill()
    submit()
    return shown
  }

  test('is asked for before anything is kept, and then signs in', async () => {
    const wrong = () =>
      Response.json(
        { code: 'second_factor_wrong', message: 'Wrong code.', traceId: 't' },
        { status: 400 },
      )
    let answer = wrong
    const factors = { half: 'factor', factors: ['totp', 'recovery'] }
    const { sent, router } = await start(factors, { [factorPath]: () => answer() })
    await screen.findByRole('heading', { name: 'Confirm your sign-in' })
    expect([currentUser(), localStorage.getItem('token')]).toEqual([null, null])
    type('Code from your authenticator app', '12 34')
    submit()
    expect(alerts()).toEqual(['The code has 6 digits'])
    type('Code from your authenticator app', '123 456')
    submit()
    await waitFor(() => expect(alerts()).toEqual(['Wrong code.']))
    answer = welcome
    press('Use a recovery code')
    type('Recovery code', 'abcd-efgh')
    submit()
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    expect(sent.filter((one) => one.path === factorPath).map(({ body }) => body)).toEqual([
      { totp: '123456' },
      { recoveryCode: 'abcd-efgh' },
    ])
    expect(currentUser()?.userName).toBe('Wang')
  })

  test('that the account requires is set up on a separate page', async () => {
    const { router } = await start({ half: 'set-up' })
    await waitFor(() => expect(router.state.location.pathname).toBe('/second-factor'))
    expect(localStorage.getItem('token')).toBe(null)
  })

  test('leads back to the first step when the half session has ended', async () => {
    const ended = () =>
      Response.json(
        { code: 'unauthenticated', message: 'Sign in first.', traceId: 't' },
        { status: 401 },
      )
    await start({ half: 'factor', factors: ['totp'] }, { [factorPath]: ended })
    await screen.findByRole('heading', { name: 'Confirm your sign-in' })
    type('Code from your authenticator app', '123456')
    submit()
    await screen.findByRole('heading', { name: 'Sign in' })
    expect(alerts()).toEqual(['Sign in first.'])
  })
})

describe('sign-in, china', () => {
  test('reports missing fields and sends nothing', async () => {
    const { sent } = await show({})
    submit()
    expect(alerts()).toEqual([
      'Please enter your 11-digit mobile number',
      'Please enter your password',
      'Please enter the 4 digits',
    ])
    expect(document.activeElement).toBe(field('Mobile number'))
    expect(sent.filter((one) => one.path === path)).toEqual([])
  })
  test('validates on blur: 11 digits that begin with 1 and then 3 to 9, a password, 4 digits', async () => {
    await show({})
    leave('Mobile number', '')
    expect(alerts()).toEqual(['Please enter your 11-digit mobile number'])
    for (const wrong of ['12345678901', '1380000000', '23800000001']) {
      leave('Mobile number', wrong)
      expect(alerts()).toEqual(['Please enter the correct phone number'])
    }
    leave('Mobile number', '19900000001')
    expect(alerts()).toEqual([])
    leave('Password', '')
    expect(alerts()).toEqual(['Please enter your password'])
    leave('Password', 'x')
    leave('Code in the picture', '123')
    expect(alerts()).toEqual(['Please enter the 4 digits'])
    leave('Code in the picture', '1234')
    expect(alerts()).toEqual([])
  })
  test('sends code, hyphen, number; an error is shown, clears the form and loads another image; then goes to /', async () => {
    let release = (): void => undefined
    const { sent, router } = await show({}, { [path]: () => welcome() })
    const fetchNow = globalThis.fetch
    vi.stubGlobal('fetch', async (...given: Parameters<typeof fetch>) => {
      await new Promise<void>((resolve) => {
        release = resolve
      })
      return fetchNow(...given)
    })
    fill()
    fireEvent.click(screen.getByLabelText('Remember password (one week)'))
    submit()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Signing in' }).disabled).toBe(
      true,
    )
    release()
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    expect(sent.at(-1)!.body).toEqual({
      phoneNum: '+86-13800000001',
      password: 'Swath2026',
      verifyCode: '1234',
      rememberPassword: true,
    })
    expect(currentUser()?.userName).toBe('Wang')
    const notes: string[] = []
    showNotesWith(({ text }) => notes.push(text))()
    expect(notes).toEqual(['Login successful'])
  })
  test.each([
    [{ accountType: 1, checkStatus: 1 }, '/'],
    [{ accountType: 2, checkStatus: 1 }, '/'],
    [{ accountType: 4, checkStatus: 2 }, '/'],
    [{ accountType: 4, checkStatus: 1 }, '/redirect_to_account'],
    [{ accountType: 3, checkStatus: 3 }, '/redirect_to_account'],
  ] as const)('after the sign-in %o goes to %s', async (values, target) => {
    const { router } = await show({}, { [path]: () => welcome(values) })
    fill()
    submit()
    await waitFor(() => expect(router.state.location.pathname).toBe(target))
  })
  test.each(['//evil.example/x', '/\\evil.example/x'])(
    'an unsafe return address %s leads to the first page',
    async (from) => {
      sessionStorage.setItem('wantedPage', from)
      const { router } = await show({}, { [path]: () => welcome() })
      fill()
      submit()
      await waitFor(() => expect(router.state.location.pathname).toBe('/'))
      expect(alerts()).toEqual([])
    },
  )

  test("a failure shows the server's message, loads another image, and clears the code", async () => {
    await show({}, { [path]: refusal })
    const before = picture()
    fill()
    submit()
    await screen.findByText('Wrong account or password.')
    expect(field('Code in the picture').value).toBe('')
    expect(picture()).not.toBe(before)
    expect(field('Mobile number').value).toBe('13800000001')
  })
  test('another image is loaded on a click and on returning to the password method, each time clearing the code', async () => {
    await show({})
    await inChinese()
    const first = picture()
    type('图形验证码', '12')
    fireEvent.click(screen.getByRole('button', { name: /验证码图片/ }))
    expect(field('图形验证码').value).toBe('')
    const second = picture()
    expect(second).not.toBe(first)
    type('图形验证码', '12')
    fireEvent.click(screen.getByRole('tab', { name: '短信登录' }))
    fireEvent.click(screen.getByRole('tab', { name: '密码登录' }))
    expect(field('图形验证码').value).toBe('')
    expect([first, second]).not.toContain(picture())
  })
  test('pasted digits lose spaces, width and country code', async () => {
    await show({})
    type('Mobile number', '+86 138-0000 0001')
    expect(field('Mobile number').value).toBe('13800000001')
    type('Code in the picture', '１２ ３４')
    expect(field('Code in the picture').value).toBe('1234')
  })
  test('fields have autofill hints: username, current password, one-time code', async () => {
    await show({})
    await inChinese()
    expect(
      [field('手机号'), field('密码'), field('图形验证码')].map((input) => input.autocomplete),
    ).toEqual(['username', 'current-password', 'off'])
    fireEvent.click(screen.getByRole('tab', { name: '短信登录' }))
    expect(field('验证码').autocomplete).toBe('one-time-code')
  })
  test('a password can be shown, and Caps Lock is reported', async () => {
    await show({})
    press('Show the password')
    expect(field('Password').type).toBe('text')
    press('Hide the password')
    expect(field('Password').type).toBe('password')
    fireEvent.keyDown(field('Password'), { key: 'A', modifierCapsLock: true })
    expect(screen.getByText('Caps Lock is on')).toBeTruthy()
  })
  test('a demonstration person fills in the form; a link shows the messages sent', async () => {
    await show({
      demonstration: {
        password: 'Swath2026',
        captcha: '1234',
        people: [{ phone: '13800000007', role: 'demoFarmer' }],
      },
    })
    press('Farmer')
    expect([
      field('Mobile number').value,
      field('Password').value,
      field('Code in the picture').value,
    ]).toEqual(['13800000007', 'Swath2026', '1234'])
    expect(
      screen
        .getByRole('link', { name: 'Messages and codes sent by this demonstration' })
        .getAttribute('href'),
    ).toBe('/outbox')
  })
})

describe('sign-in, international', () => {
  const name = 'Mobile number or e-mail'
  test('accepts an e-mail address or a number with the chosen country code', async () => {
    const { sent } = await show(
      { loginLayout: 'international', defaultCountryCode: '+66' },
      { [path]: refusal },
    )
    for (const typed of ['somchai@example.org', '0812345678']) {
      type(name, typed)
      type('Password', 'Swath2026')
      type('Code in the picture', '1234')
      submit()
      await waitFor(() => expect(field('Code in the picture').value).toBe(''))
    }
    expect(
      sent
        .filter((one) => one.path === path)
        .map(({ body }) => (body as { phoneNum: string }).phoneNum),
    ).toEqual(['somchai@example.org', '+66-0812345678'])
  })
  test('validates on blur: digits only or a valid e-mail address, a letter and a digit, the code', async () => {
    await show({ loginLayout: 'international' })
    for (const [typed, expected] of [
      ['', 'Please enter mobile phone number or E-mail'],
      ['somchai@', 'Please enter the correct E-mail'],
      ['12345678', 'Please enter the correct phone number'],
      ['123456789012', 'Please enter the correct phone number'],
    ] as const) {
      leave(name, typed)
      expect(alerts()).toEqual([expected])
    }
    leave(name, '081-234 5678')
    expect(field(name).value).toBe('0812345678')
    for (const weak of ['letters', '12345678']) {
      leave('Password', weak)
      expect(alerts()).toEqual(['A password must have letters and digits'])
    }
    leave('Password', 'Swath2026')
    leave('Code in the picture', '')
    expect(alerts()).toEqual(['Please enter the 4 digits'])
  })
  test('a pasted country code is moved to the select next to the number, which an e-mail address does not need', async () => {
    await show({ loginLayout: 'international' })
    type(name, '+66 81 234 5678')
    expect([
      field(name).value,
      screen.getByLabelText<HTMLSelectElement>('Country code').value,
    ]).toEqual(['812345678', '+66'])
    type(name, 'a@b.org')
    expect(screen.getByLabelText<HTMLSelectElement>('Country code').disabled).toBe(true)
  })
})

describe('sign-in by SMS', () => {
  test('is hidden in English, where the method falls back to the password; so is the password recovery', async () => {
    await show({})
    expect(screen.queryAllByRole('tab')).toEqual([])
    expect(screen.queryByRole('link', { name: /Forgot/ })).toBeNull()
    await inChinese()
    fireEvent.click(screen.getByRole('tab', { name: '短信登录' }))
    expect(screen.queryByLabelText('密码')).toBeNull()
    expect(screen.getByRole('link', { name: '忘记密码？' }).getAttribute('href')).toBe(
      '/retrieve-password',
    )
    await act(() => setLanguage('en'))
    expect(field('Password')).toBeTruthy()
  })
  test('arrow keys switch between tabs', async () => {
    await show({})
    await inChinese()
    fireEvent.keyDown(screen.getByRole('tab', { name: '密码登录' }), { key: 'ArrowRight' })
    expect(document.activeElement).toBe(
      screen.getByRole('tab', { name: '短信登录', selected: true }),
    )
  })
  test('the countdown starts only with a valid number, shows the seconds, and ends at 0', async () => {
    const { sent } = await show({}, { [codePath]: () => Response.json({ resendAfterS: 60 }) })
    await inChinese()
    fireEvent.click(screen.getByRole('tab', { name: '短信登录' }))
    press('获取验证码')
    expect(alerts()).toEqual(['请输入11位手机号码'])
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '获取验证码' }).disabled).toBe(
      false,
    )
    type('手机号', '13800000001')
    vi.useFakeTimers()
    press('获取验证码')
    expect(
      screen.getByRole<HTMLButtonElement>('button', { name: '60 秒后重新发送' }).disabled,
    ).toBe(true)
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(screen.getByRole('button', { name: '59 秒后重新发送' })).toBeTruthy()
    expect(screen.getByRole('status').textContent).toBe('验证码已发送')
    expect(sent.at(-1)).toMatchObject({
      path: codePath,
      query: { phoneNum: '+86-13800000001', codeType: '1' },
    })
    await act(() => vi.advanceTimersByTimeAsync(59_250))
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '获取验证码' }).disabled).toBe(
      false,
    )
  })
  test('a failed request shows the reason and cancels the countdown', async () => {
    await show(
      {},
      {
        [codePath]: () =>
          Response.json(
            { code: 'message_not_sent', message: '短信未能发出，请稍后再试。', traceId: 't' },
            { status: 503 },
          ),
      },
    )
    await inChinese()
    fireEvent.click(screen.getByRole('tab', { name: '短信登录' }))
    type('手机号', '13800000001')
    press('获取验证码')
    await screen.findByText('短信未能发出，请稍后再试。')
    const again = await screen.findByRole<HTMLButtonElement>('button', { name: '获取验证码' })
    await waitFor(() => expect(again.disabled).toBe(false))
  })
  test('signs in with a pasted code', async () => {
    const { sent, router } = await show({}, { [smsPath]: () => welcome() })
    await inChinese()
    fireEvent.click(screen.getByRole('tab', { name: '短信登录' }))
    type('手机号', '13800000001')
    type('验证码', '123 456')
    fireEvent.click(screen.getByLabelText('记住密码（一周）'))
    press('登录')
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    expect(sent.at(-1)!.body).toEqual({
      phoneNum: '+86-13800000001',
      verifyCode: '123456',
      rememberPassword: true,
    })
  })
})

describe('next to the sign-in', () => {
  test('sign up replaces the current entry', async () => {
    const { router } = await show({}, {}, ['/before'])
    fireEvent.click(screen.getByRole('link', { name: 'Sign up' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/register'))
    expect(router.state.historyAction).toBe('REPLACE')
  })
  test('the language switch stores the language and sets the unit of area that its readers expect', async () => {
    await show({ languages: ['en', 'zh-CN', 'zh-TW', 'th', 'ko'] })
    for (const [language, unit] of [
      ['th', 'rai'],
      ['ko', 'mu'],
      ['zh-TW', 'mu'],
      ['zh-CN', 'mu'],
      ['en', 'acre'],
    ] as const) {
      const choice = screen.getByRole('combobox')
      await act(async () => {
        fireEvent.change(choice, { target: { value: language } })
        await Promise.resolve()
      })
      await waitFor(() => expect(document.documentElement.lang).toBe(language))
      expect([
        localStorage.getItem('lang'),
        areaUnit.get(),
        localStorage.getItem('areaUnit'),
      ]).toEqual([JSON.stringify(language), unit, JSON.stringify(unit)])
    }
  })
  test('the pictures change every 5000 ms', async () => {
    vi.useFakeTimers()
    serve({ '/api/theme': () => Response.json({ ...theme, slides: ['/a.jpg', '/b.jpg'] }) })
    await loadHostTheme()
    const router = createMemoryRouter([{ path: '/login', Component: SignInScreen }], {
      initialEntries: ['/login'],
    })
    const { container } = render(<RouterProvider router={router} />)
    const shown = (): string | null =>
      container.querySelector('[data-shown="true"] img')?.getAttribute('src') ?? null
    await act(() => vi.advanceTimersByTimeAsync(1_600))
    expect(shown()).toBe('/a.jpg')
    await act(() => vi.advanceTimersByTimeAsync(3_399))
    expect(shown()).toBe('/a.jpg')
    await act(() => vi.advanceTimersByTimeAsync(2))
    expect(shown()).toBe('/b.jpg')
  })
})

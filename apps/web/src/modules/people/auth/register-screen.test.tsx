import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Providers } from '../../../app/providers.tsx'
import { loadHostTheme } from '../../../lib/host-theme.ts'
import { setLanguage } from '../../../lib/i18n.ts'
import { queryClient } from '../../../lib/query.ts'
import { serve, type Sent } from '../../../testing-console.ts'
import { theme } from '../../../testing-person.ts'
import { ownHost, RegistrationForm } from './registration-rules.ts'
import { RegisterScreen } from './register-screen.tsx'

const base = '/api/user/baseaccount'
const area = (regionCode: string, areaName: string, children: unknown[] = []) => ({
  areaId: Number(regionCode),
  regionCode,
  areaName,
  children,
})
const regions = {
  items: [
    {
      ...area('156000000', 'China', [
        area('156330000', 'Zhejiang', [area('156330100', 'Hangzhou', [area('156330106', 'Xihu')])]),
      ]),
      areaId: 156,
    },
    area('764000000', 'Thailand'),
  ],
}
const done = (): Response => new Response(null, { status: 204 })

const show = async (
  answers: Readonly<Record<string, (sent: Sent) => Response>> = {},
  address = '/register',
): Promise<{ sent: Sent[]; router: ReturnType<typeof createMemoryRouter> }> => {
  const sent = serve({
    '/api/theme': () => Response.json({ ...theme, languages: ['en', 'zh-CN', 'zh-TW'] }),
    '/api/common/regions': () => Response.json(regions),
    [`${base}/getVerifyCode`]: () => Response.json({ resendAfterS: 60 }),
    ...answers,
  })
  await loadHostTheme()
  const router = createMemoryRouter(
    [
      {
        path: '/register',
        element: (
          <Providers>
            <RegisterScreen />
          </Providers>
        ),
      },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: [address] },
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
/** The error text of a field, as a screen reader finds it. */
const mistakeAt = (label: string): string => {
  const input = field(label)
  return input.getAttribute('aria-invalid') === 'true'
    ? (document.getElementById(input.getAttribute('aria-describedby')!.split(' ')[0]!)
        ?.textContent ?? '')
    : ''
}
const expectErrorAt = async (label: string, text: string): Promise<void> => {
  await waitFor(() => expect(mistakeAt(label)).toContain(text))
}
const chooseRegion = async (): Promise<void> => {
  fireEvent.mouseDown(field('Region'))
  for (const name of ['China', 'Zhejiang', 'Hangzhou', 'Xihu'])
    fireEvent.click(
      (await screen.findAllByText(name, { selector: '.ant-cascader-menu-item-content' }))[0]!,
    )
}
const fill = async (): Promise<void> => {
  type('Administrator’s mobile number', '13800000001')
  type('Verification code', '123 456')
  type('Password', 'Swath2026')
  type('Confirm password', 'Swath2026')
  fireEvent.click(screen.getByRole('radio', { name: /Operator/ }))
  type('Company name', 'Green Field')
  type('Contact name', 'Li Wei')
  await chooseRegion()
}
const step = (): string | null => document.querySelector('[aria-current="step"]')!.textContent

afterEach(async () => {
  vi.unstubAllGlobals()
  queryClient.clear()
  await act(() => setLanguage('en'))
})

describe('registration, step 1', () => {
  test('reports required fields: administrator, code, password, its confirmation, account type, company and contact name', async () => {
    const { sent } = await show()
    expect(
      ['Administrator’s mobile number', 'Verification code', 'Password', 'Confirm password'].map(
        (label) => field(label).getAttribute('aria-required'),
      ),
    ).toEqual(['true', 'true', 'true', 'true'])
    press('Register')
    for (const text of [
      'Please enter mobile phone number or E-mail',
      'Please enter the verification code',
      'Please enter your password',
      'Please enter the password again',
      'Please choose the account type',
      'Please enter the company name',
      'Please enter the contact name',
      'Please choose the region',
    ])
      await screen.findByText(text)
    expect(document.querySelectorAll('.ant-form-item-explain-error')).toHaveLength(8)
    expect(sent.filter(({ path }) => path === `${base}/reg`)).toEqual([])
  })
  test('the account is a phone number of 9 to 11 digits or, after the toggle, which clears it, an e-mail address', async () => {
    await show()
    const phone = 'Administrator’s mobile number'
    leave(phone, '12345678')
    await expectErrorAt(phone, 'Please enter the correct phone number')
    for (const right of ['123456789', '13800000001']) {
      leave(phone, right)
      await waitFor(() => expect(mistakeAt(phone)).toBe(''))
    }
    press('Use e-mail instead')
    const email = await screen.findByLabelText<HTMLInputElement>('Administrator’s e-mail')
    expect(email.value).toBe('')
    leave('Administrator’s e-mail', 'li@green')
    await expectErrorAt('Administrator’s e-mail', 'Please enter the correct E-mail')
    leave('Administrator’s e-mail', 'li@green.example')
    await waitFor(() => expect(mistakeAt('Administrator’s e-mail')).toBe(''))
    press('Use a mobile number instead')
    expect((await screen.findByLabelText<HTMLInputElement>(phone)).value).toBe('')
  })
  test('the password has 8 to 16 letters and digits, both kinds; the confirmation is equal', async () => {
    await show()
    for (const weak of ['Swath26', 'Swath2026Swath2026', 'swathswath', '20262026', 'Swath-2026']) {
      leave('Password', weak)
      await expectErrorAt('Password', '8-16 characters, letters and digits')
    }
    leave('Password', 'Swath2026')
    leave('Confirm password', 'Swath2027')
    await expectErrorAt('Confirm password', 'The two passwords differ')
    leave('Password', 'Swath2027')
    await waitFor(() => expect(mistakeAt('Confirm password')).toBe(''))
    expect([
      field('Password').autocomplete,
      field('Confirm password').autocomplete,
      field('Verification code').autocomplete,
    ]).toEqual(['new-password', 'new-password', 'one-time-code'])
    fireEvent.click(screen.getAllByRole('button', { name: 'Show the password' })[0]!)
    expect(field('Password').type).toBe('text')
  })
  test('the code is requested with codeType 2 once the account is valid; a failed request resets the countdown', async () => {
    let works = false
    const { sent } = await show({
      [`${base}/getVerifyCode`]: () =>
        works
          ? Response.json({ resendAfterS: 60 })
          : Response.json(
              { code: 'too_many_requests', message: 'Too many tries.', traceId: 't' },
              { status: 429 },
            ),
    })
    press('Get code')
    await expectErrorAt(
      'Administrator’s mobile number',
      'Please enter mobile phone number or E-mail',
    )
    type('Administrator’s mobile number', '13800000001')
    press('Get code')
    await screen.findByText('Too many tries.')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Get code' }).disabled).toBe(false)
    works = true
    press('Get code')
    await screen.findByText('Verification code sent')
    expect(
      screen.getByRole<HTMLButtonElement>('button', { name: /^(60|59) seconds to resend$/ })
        .disabled,
    ).toBe(true)
    expect(sent.at(-1)).toMatchObject({
      path: `${base}/getVerifyCode`,
      query: { phoneNum: '+86-13800000001', codeType: '2' },
    })
  })
  test('offers only manufacturer and operator; operators choose team or personal', async () => {
    await show()
    expect(
      within(screen.getByRole('radiogroup', { name: 'Account type' })).getAllByRole('radio'),
    ).toHaveLength(2)
    expect(screen.queryByRole('radiogroup', { name: 'Operator type' })).toBeNull()
    fireEvent.click(screen.getByRole('radio', { name: /Operator/ }))
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'Team' })).checked).toBe(
      true,
    )
    fireEvent.click(screen.getByRole('radio', { name: /Manufacturer/ }))
    await waitFor(() =>
      expect(screen.queryByRole('radiogroup', { name: 'Operator type' })).toBeNull(),
    )
  })
  test('the company’s e-mail address is optional but must be valid; legal representative, credit code, address, licence and logo are optional', async () => {
    await show()
    leave('Contact e-mail', 'x@')
    await expectErrorAt('Contact e-mail', 'Please enter the correct E-mail')
    leave('Contact e-mail', '')
    await waitFor(() => expect(mistakeAt('Contact e-mail')).toBe(''))
    expect(
      ['Legal representative', 'Unified social credit code', 'Address', 'Contact phone'].map(
        (label) => field(label).getAttribute('aria-required'),
      ),
    ).not.toContain('true')
    expect(screen.getByRole('group', { name: 'Business licence' })).toBeTruthy()
    expect(document.querySelectorAll<HTMLInputElement>('input[type=file]')[1]!.accept).toBe(
      'image/jpeg,image/png',
    )
  })
  test('an own domain shows the resulting address, and that it is permanent', async () => {
    await show()
    leave('Second-level domain', 'A_b')
    await expectErrorAt('Second-level domain', '3 to 30 lowercase letters')
    leave('Second-level domain', 'green-field')
    await screen.findByText(
      /Your address will be green-field\.localhost.*It can’t be changed after registration\./,
    )
    expect(
      [
        ['swath.example', ''],
        ['console.swath.example', ''],
        ['10.0.0.1', '8080'],
      ].map(([hostname, port]) => ownHost('green', { hostname: hostname!, port: port! })),
    ).toEqual(['green.swath.example', 'green.swath.example', 'green.localhost:8080'])
  })
  test('sends the input of the contract, without fields of the form only', async () => {
    const { sent, router } = await show({ [`${base}/reg`]: done })
    expect(step()).toContain('Company details')
    await fill()
    expect(document.body.textContent).toContain('China/Zhejiang/Hangzhou/Xihu')
    press('Register')
    await screen.findByText('Your registration is pending review')
    expect(sent.find(({ path }) => path === `${base}/reg`)!.body).toEqual({
      phoneNum: '+86-13800000001',
      email: '',
      password: 'Swath2026',
      verifyCode: '123456',
      accountType: 4,
      operatorType: '1',
      commitWay: '1',
      accountName: 'Green Field',
      legal: '',
      creditCode: '',
      contactName: 'Li Wei',
      province: 'Zhejiang',
      city: 'Hangzhou',
      county: 'Xihu',
      regionCode: '156330106',
      contactAddress: '',
      contactPhone: '',
      contactEmail: '',
      busiLicense: '',
      companyLogo: '',
      customDomain: '',
    })
    // Step 2: the confirm button replaces the route with /login.
    expect(step()).toContain('Review')
    press('Confirm')
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(router.state.historyAction).toBe('REPLACE')
  })
  test('the server’s error is shown verbatim at its field, and step 1 stays', async () => {
    await show({
      [`${base}/reg`]: () =>
        Response.json(
          {
            code: 'login_taken',
            message: 'This phone number already has an account.',
            traceId: 't',
          },
          { status: 409 },
        ),
    })
    await fill()
    press('Register')
    await expectErrorAt(
      'Administrator’s mobile number',
      'This phone number already has an account.',
    )
    expect(
      screen.getAllByText('This phone number already has an account.').length,
    ).toBeGreaterThanOrEqual(2)
    expect(step()).toContain('Company details')
  })
  test('the header links to /login', async () => {
    const { router } = await show()
    fireEvent.click(screen.getByRole('link', { name: 'Already registered? Sign in' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  })
  test('leaving a started form asks first', async () => {
    const { router } = await show()
    type('Company name', 'Green Field')
    fireEvent.click(screen.getByRole('link', { name: 'Already registered? Sign in' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  })
})

describe('the user agreement', () => {
  test('is required only in Chinese: checked at first, and nothing is submitted without it', async () => {
    await show()
    expect(screen.queryByRole('checkbox')).toBeNull()
    for (const [language, submit] of [
      ['zh-TW', '送出註冊'],
      ['zh-CN', '提交注册'],
    ] as const) {
      await act(() => setLanguage(language))
      const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: /同意/ })
      expect([
        box.checked,
        screen.getByRole<HTMLButtonElement>('button', { name: submit }).disabled,
      ]).toEqual([true, false])
      fireEvent.click(box)
      expect(screen.getByRole<HTMLButtonElement>('button', { name: submit }).disabled).toBe(true)
      fireEvent.click(box)
    }
  })
  test('has eleven clauses in a dialog 960 px wide', async () => {
    await show()
    await act(() => setLanguage('zh-CN'))
    press('《用户协议》')
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByText('条款的确认')
    expect(
      within(dialog)
        .getAllByRole('heading', { level: 3 })
        .map(({ textContent }) => textContent),
    ).toEqual([
      '条款的确认',
      '著作权',
      '服务内容',
      '协议的修改',
      '隐私与数据保护',
      '风险提示',
      '免责声明',
      '用户承诺',
      '协议的终止',
      '通知的形式',
      '法律适用与争议解决',
    ])
    expect(within(dialog).getByText(/中华人民共和国法律/)).toBeTruthy()
    expect(
      document
        .querySelector<HTMLElement>('.ant-modal')!
        .style.getPropertyValue('--ant-modal-width') ||
        document.querySelector<HTMLElement>('.ant-modal')!.style.width,
    ).toBe('960px')
  })
})

test('the form is checked by the schema of the call', () => {
  const { error } = RegistrationForm.safeParse({ by: 'phone', countryCode: '+86' })
  expect(new Set(error!.issues.map(({ path }) => path[0]))).toEqual(
    new Set([
      'userSn',
      'verifyCode',
      'password',
      'passwordConfirmation',
      'accountType',
      'accountName',
      'contactName',
      'regionCode',
    ]),
  )
})

describe('joining a company that already has an account', () => {
  test('sends the request to its administrator, and shows the next step', async () => {
    const { sent, router } = await show({ [`${base}/applyToJoin`]: done })
    fireEvent.click(screen.getByRole('link', { name: 'Join it' }))
    await screen.findByRole('heading', { name: 'Join your company' })
    type('Your name', 'Chen Jie')
    type('Administrator’s phone or e-mail', '13800000003')
    type('Your mobile number', '13911112222')
    type('Verification code', '123456')
    type('Password', 'Swath2026')
    type('Confirm password', 'Swath2026')
    fireEvent.click(screen.getByRole('radio', { name: /Pilot/ }))
    press('Send request')
    await screen.findByText('Your request has been sent')
    expect(sent.at(-1)).toMatchObject({
      path: `${base}/applyToJoin`,
      body: {
        name: 'Chen Jie',
        phoneNum: '+86-13911112222',
        email: '',
        verifyCode: '123456',
        password: 'Swath2026',
        adminPhone: '13800000003',
        userType: 2,
        message: '',
      },
    })
    press('Confirm')
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  })
})

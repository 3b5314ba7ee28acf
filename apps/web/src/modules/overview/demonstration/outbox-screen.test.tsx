import { render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadHostTheme } from '../../../lib/host-theme.ts'
import { serve } from '../../../testing-console.ts'
import { theme } from '../../../testing-person.ts'
import { codeAtOnce } from './code-in-text.ts'
import { OutboxScreen } from './outbox-screen.tsx'

const message = {
  id: '0190a000-0000-7000-8000-000000000001',
  channel: 'sms',
  to: '+86-13*****0001',
  subject: null,
  text: 'Swath: 042617 is your sign-in code, valid for 10 minutes.',
  sentAt: '2026-11-21T04:00:00.000Z',
}
const mail = {
  ...message,
  id: '0190a000-0000-7000-8000-000000000002',
  channel: 'mail',
  to: 'w***@example.com',
  subject: 'Your password has been changed',
  text: 'It was changed.',
}

let items: object[] = []
let answer: () => Response
beforeEach(async () => {
  items = []
  answer = () => Response.json({ items })
  serve({ '/api/theme': () => Response.json(theme), '/api/demonstration/outbox': () => answer() })
  await loadHostTheme()
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('explains what will appear, then shows new messages automatically, with the code highlighted', async () => {
  render(<OutboxScreen />)
  expect(await screen.findByText('No messages yet')).toBeTruthy()
  items = [mail, message]
  await vi.advanceTimersByTimeAsync(2_100)
  const [first, second] = await screen.findAllByRole('listitem')
  expect(
    within(first!).getByRole('heading', { name: 'Your password has been changed' }),
  ).toBeTruthy()
  expect(within(first!).getByText('w***@example.com')).toBeTruthy()
  expect(within(second!).getByText('042617').tagName).toBe('STRONG')
  expect(second!.textContent).toContain('Swath: 042617 is your sign-in code')
  expect(screen.getByRole('link', { name: 'Go to sign-in' }).getAttribute('href')).toBe('/login')
})

test('keeps its messages while the server does not respond, and reports it', async () => {
  items = [message]
  render(<OutboxScreen />)
  await screen.findByText('042617')
  answer = () => {
    throw new TypeError('no connection')
  }
  await vi.advanceTimersByTimeAsync(2_100)
  expect((await screen.findByRole('alert')).textContent).toContain('Retrying automatically')
  expect(screen.getByText('042617')).toBeTruthy()
  answer = () => Response.json({ items })
  await vi.advanceTimersByTimeAsync(2_100)
  await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('explains that it only exists in a demonstration, and stops polling', async () => {
  let asked = 0
  answer = () => {
    asked++
    return Response.json({ code: 'not_found', message: 'Not found', traceId: 't' }, { status: 404 })
  }
  render(<OutboxScreen />)
  expect((await screen.findByRole('alert')).textContent).toContain('Only the demonstration has one')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toBe(1)
})

test('only six digits are a code', () => {
  expect(codeAtOnce('【Swath】登录验证码 123456，10 分钟内有效')).toEqual([
    '【Swath】登录验证码 ',
    '123456',
    '，10 分钟内有效',
  ])
  expect(codeAtOnce('+8613800000001 called')).toEqual(['+8613800000001 called', '', ''])
})

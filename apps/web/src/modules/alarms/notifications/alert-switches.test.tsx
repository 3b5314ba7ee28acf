import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { App } from 'antd'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { dropSession, keepSession } from '../../../lib/session.ts'
import { serve } from '../../../testing-console.ts'
import { person } from '../../../testing-person.ts'
import { alarmSound } from './alarm-sound.ts'
import { AlertSwitches } from './alert-switches.tsx'
import { browserNotices } from './browser-notices.ts'

const desktop = 'Notifications while the console is open'
const push = 'Notifications while the console is closed'

beforeEach(() => {
  serve({ '/api/bulletin/push': () => Response.json({ publicKey: null, items: [] }) })
  keepSession({
    jToken: 'sw_1',
    refreshToken: 'rt_00000000000000000000',
    expiresInS: 900,
    userInfo: person({ accountType: 4, operatorType: '1' }),
  })
})
afterEach(() => {
  dropSession('signed-out')
  queryClient.clear()
  alarmSound.clear()
  browserNotices.clear()
  vi.unstubAllGlobals()
})

const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <App>
        <AlertSwitches />
      </App>
    </QueryClientProvider>,
  )
const find = (name: string) => screen.getByRole<HTMLButtonElement>('switch', { name })

test('without HTTPS, notifications are shown as unavailable with the reason', () => {
  vi.stubGlobal('isSecureContext', false)
  show()
  expect(find(desktop).disabled).toBe(true)
  expect(find(push).disabled).toBe(true)
  expect(screen.getAllByText('Unavailable: this address does not use HTTPS.')).toHaveLength(2)
  expect(find('Sound').disabled).toBe(false)
})

test('the sound is muted and unmuted, and the browser remembers it', () => {
  show()
  expect(find('Sound').getAttribute('aria-checked')).toBe('true')
  fireEvent.click(find('Sound'))
  expect(localStorage.getItem('alarmSound')).toBe('false')
})

test('permission is requested on a click, and a refusal is shown', async () => {
  const requestPermission = vi.fn<() => Promise<string>>(() => {
    Object.assign(notification, { permission: 'denied' })
    return Promise.resolve('denied')
  })
  const notification = Object.assign(() => undefined, { permission: 'default', requestPermission })
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('Notification', notification)
  vi.stubGlobal('navigator', { serviceWorker: {} })
  show()
  expect(requestPermission).not.toHaveBeenCalled()
  fireEvent.click(find(desktop))
  expect(await screen.findAllByText(/^Blocked\./)).not.toHaveLength(0)
  expect(requestPermission).toHaveBeenCalledOnce()
  expect(browserNotices.get()).toBe(false)
})

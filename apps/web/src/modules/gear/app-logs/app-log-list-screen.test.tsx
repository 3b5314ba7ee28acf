import type { AppLog } from '@swath/contract/gear/app-logs'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { App } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { formatMoment } from '../../../lib/format.ts'
import { queryClient } from '../../../lib/query.ts'
import { dropSession, keepSession } from '../../../lib/session.ts'
import { serve } from '../../../testing-console.ts'
import { person } from '../../../testing-person.ts'
import { AppLogListScreen } from './app-log-list-screen.tsx'

const base = '/api/app/log/manage'
const log: AppLog = {
  logId: '0190a000-0000-7000-8000-000000000001',
  fileName: 'ground.log',
  kind: 'text',
  bytes: 12_345,
  sha256: 'ab'.repeat(32),
  droneId: 'SW-1',
  droneName: 'North 1',
  accountName: 'Green Team',
  appVersion: '5.2.1',
  platform: 'ios',
  note: 'RTK lost',
  byDevice: true,
  uploaderName: 'SW-1',
  uploadedAt: '2026-06-01T00:00:00Z',
  can: { delete: true },
}
const list = (items: AppLog[], may = true) =>
  Response.json({
    items,
    total: items.length,
    currentPage: 1,
    pageSize: 20,
    stats: { total: items.length, bytes: 12_345, droneNum: 1 },
    kept: { days: null },
    can: { delete: may, keep: may },
  })

afterEach(() => {
  dropSession('signed-out')
  queryClient.clear()
  vi.unstubAllGlobals()
})

const show = (items: AppLog[], more: Parameters<typeof serve>[0] = {}, path = '/', may = true) => {
  const sent = serve({ [`${base}/getAppLogList`]: () => list(items, may), ...more })
  keepSession({
    jToken: 'sw_1',
    refreshToken: 'rt_00000000000000000000',
    expiresInS: 900,
    userInfo: person({ accountType: 3 }),
  })
  const router = createMemoryRouter([{ path: '*', Component: AppLogListScreen }], {
    initialEntries: [path],
  })
  render(
    <QueryClientProvider client={queryClient}>
      <App>
        <RouterProvider router={router} />
      </App>
    </QueryClientProvider>,
  )
  return sent
}

test('a log shows its origin; people who may not delete see no button', async () => {
  show([{ ...log, can: { delete: false } }], {}, '/', false)
  const row = (await screen.findByText('ground.log')).closest('tr')!
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual([
    'ground.log',
    'SW-1',
    '5.2.1',
    'iOS',
    '12.3 kB',
    'Device',
    formatMoment('2026-06-01T00:00:00Z', Date.now()),
    'RTK lost',
  ])
  expect(screen.queryByRole('button', { name: /Clean up|Delete/ })).toBeNull()
})

test('the first lines are rendered as text, whatever they contain', async () => {
  show(
    [log],
    {
      [`${base}/${log.logId}/preview`]: () =>
        Response.json({
          lines: ['<script>alert(1)</script>', 'second'],
          isWhole: false,
          encoding: 'utf-8',
        }),
    },
    `/?open=${log.logId}`,
  )
  const lines = await screen.findByLabelText('First lines')
  expect(lines.textContent).toBe('<script>alert(1)</script>\nsecond')
  expect(lines.children).toHaveLength(0)
  expect(screen.getByText(/Only the first 2 lines/)).toBeTruthy()
})

test('a missing and an empty file are not sent; a valid one is', async () => {
  const sent = show([], {
    '/api/app/log/upload': () => Response.json({ logId: log.logId, kind: 'text', bytes: 3 }),
  })
  fireEvent.click((await screen.findAllByRole('button', { name: 'Upload a log' }))[0]!)
  const dialog = await screen.findByRole('dialog')
  const send = () => fireEvent.click(within(dialog).getByRole('button', { name: 'Upload' }))
  send()
  await within(dialog).findByText('Choose a file.')
  fireEvent.change(within(dialog).getByTestId('file'), {
    target: { files: [new File([], 'empty.log')] },
  })
  send()
  await within(dialog).findByText('The file is empty.')
  fireEvent.change(within(dialog).getByTestId('file'), {
    target: { files: [new File(['abc'], 'good.log')] },
  })
  send()
  await waitFor(() =>
    expect(sent.filter(({ path }) => path === '/api/app/log/upload')).toHaveLength(1),
  )
})

test('logs to be deleted by age are counted and listed before the deletion', async () => {
  const sent = show([log], {
    [`${base}/deleteOld`]: () => Response.json({ deleted: 1, bytes: 12_345 }),
  })
  await screen.findByText('ground.log')
  fireEvent.click(screen.getByRole('button', { name: 'Clean up' }))
  const dialog = (await screen.findByText('Clean up app logs')).closest<HTMLElement>(
    '[role=dialog]',
  )!
  await within(dialog).findByText('1 log, 12.3 kB')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
  const question = (
    await screen.findAllByText('Delete 1 log older than 180 days?')
  )[0]!.closest<HTMLElement>('[role=dialog]')!
  expect(sent.some(({ path }) => path.endsWith('/deleteOld'))).toBe(false)
  fireEvent.click(within(question).getByRole('button', { name: 'Delete' }))
  await waitFor(() =>
    expect(sent.find(({ path }) => path.endsWith('/deleteOld'))?.body).toMatchObject({
      before: expect.stringMatching(/Z$/),
    }),
  )
})

import type { Job } from '@swath/contract/overview/jobs'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { App } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { formatMoment } from '../../../lib/format.ts'
import { queryClient } from '../../../lib/query.ts'
import { dropSession, keepSession } from '../../../lib/session.ts'
import { serve } from '../../../testing-console.ts'
import { person } from '../../../testing-person.ts'
import { JobListScreen } from './job-list-screen.tsx'

const failed: Job = {
  jobId: '7',
  kind: 'files.remove-unclaimed',
  state: 'failed',
  runAt: '2026-06-15T04:00:00Z',
  createdAt: '2026-06-15T03:00:00Z',
  startedAt: null,
  tries: 10,
  triesAtMost: 10,
  lastError: 'disk full',
  can: { retry: true, cancel: true },
}
const running: Job = {
  ...failed,
  jobId: '8',
  kind: 'of-another-version',
  state: 'running',
  startedAt: '2026-06-15T04:00:01Z',
  tries: 1,
  lastError: null,
  can: { retry: false, cancel: false },
}

afterEach(() => {
  dropSession('signed-out')
  queryClient.clear()
  vi.unstubAllGlobals()
})

const show = (address = '/', items: readonly Job[] = [failed, running]) => {
  const sent = serve({
    '/api/jobs': () =>
      Response.json({
        items,
        total: items.length,
        currentPage: 1,
        pageSize: 20,
        stats: { waiting: 0, running: 1, retrying: 0, failed: 1 },
      }),
    '/api/jobs/7': () => new Response(null, { status: 204 }),
    '/api/jobs/7/retry': () => new Response(null, { status: 204 }),
    '/api/job-schedules': () =>
      Response.json({
        items: [
          {
            kind: 'sums.merge',
            every: 'minute',
            lastAt: '2026-06-15T04:00:00Z',
            lastState: 'done',
            lastError: null,
            nextAt: '2026-06-15T04:01:00Z',
          },
          {
            kind: 'app-logs.remove',
            every: 'day',
            lastAt: '2026-06-14T19:47:00Z',
            lastState: 'retrying',
            lastError: 'disk full',
            nextAt: '2026-06-15T19:47:00Z',
          },
        ],
      }),
  })
  keepSession({
    jToken: 'sw_1',
    refreshToken: 'rt_00000000000000000000',
    expiresInS: 900,
    userInfo: person(),
  })
  const router = createMemoryRouter([{ path: '*', Component: JobListScreen }], {
    initialEntries: [address],
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

test('shows failed jobs with reasons, and retries them', async () => {
  const sent = show()
  fireEvent.click(await screen.findByText('Remove unused uploads'))
  const drawer = await screen.findByRole('dialog')
  expect(within(drawer).getByText('disk full')).toBeTruthy()
  expect(within(drawer).getByText('10 of 10')).toBeTruthy()
  fireEvent.click(within(drawer).getByRole('button', { name: 'Retry now' }))
  await expect.poll(() => sent.some(({ path }) => path === '/api/jobs/7/retry')).toBe(true)
})

test('a job is cancelled after a confirmation', async () => {
  const sent = show()
  fireEvent.click(await screen.findByText('Remove unused uploads'))
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
  const question = (await screen.findAllByText('Cancel this job?'))[0]!.closest<HTMLElement>(
    '[role="dialog"]',
  )!
  expect(sent.some(({ path }) => path === '/api/jobs/7')).toBe(false)
  // Two buttons with the same name would be ambiguous.
  within(question).getByRole('button', { name: 'Go back' })
  fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
  await expect.poll(() => sent.some(({ path }) => path === '/api/jobs/7')).toBe(true)
})

test('a running job has no actions, and an unknown kind is shown by its id', async () => {
  show()
  fireEvent.click(await screen.findByText('of-another-version'))
  const drawer = await screen.findByRole('dialog')
  expect(within(drawer).queryByRole('button', { name: 'Retry now' })).toBeNull()
})

test('the schedule is below the list: interval, last result and next run', async () => {
  show()
  const schedule = within(await screen.findByRole('region', { name: 'Scheduled jobs' }))
  const cells = async (name: RegExp): Promise<(string | null)[]> =>
    within(await schedule.findByRole('row', { name }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  expect(await cells(/totals of long lists/)).toEqual([
    'Update totals of long lists',
    'Done',
    formatMoment('2026-06-15T04:00:00Z', Date.now()),
    formatMoment('2026-06-15T04:01:00Z', Date.now()),
    'Every minute',
  ])
  expect((await cells(/expired app logs/)).slice(1, 3)).toEqual([
    'Failed, will retry',
    formatMoment('2026-06-14T19:47:00Z', Date.now()),
  ])
  // Failed runs come first.
  expect(schedule.getAllByRole('row')[1]!.textContent).toContain('expired app logs')
  expect(schedule.getByTitle('disk full')).toBeTruthy()
})

test('without jobs one line says so, and runs within a minute are in seconds', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-06-15T04:00:12Z'), toFake: ['Date'] })
  try {
    show('/', [])
    expect((await screen.findByText('No waiting or failed jobs')).tagName).toBe('P')
    expect(screen.queryByRole('columnheader', { name: 'Attempts' })).toBeNull()
    const row = await screen.findByRole('row', { name: /totals of long lists/ })
    expect(row.textContent).toContain('12 sec')
    expect(row.textContent).toContain('in 48 sec')
  } finally {
    vi.useRealTimers()
  }
})

test('the search asks the server and narrows the schedule', async () => {
  const sent = show('/?search=totals')
  const schedule = within(await screen.findByRole('region', { name: 'Scheduled jobs' }))
  expect(await schedule.findByText('Update totals of long lists')).toBeTruthy()
  expect(schedule.queryByText(/expired app logs/)).toBeNull()
  expect(sent.find(({ path }) => path === '/api/jobs')?.query).toMatchObject({ search: 'totals' })
  expect(screen.getByRole('textbox', { name: 'Job, last error' })).toHaveProperty('value', 'totals')
})

test('the count of each state is a filter, kept in the address', async () => {
  const sent = show()
  const failedChip = await screen.findByRole('button', { name: /^Failed ?1$/ })
  expect(screen.getByRole('button', { name: /^All ?2$/ })).toBeTruthy()
  fireEvent.click(failedChip)
  await expect
    .poll(() => sent.some(({ path, query }) => path === '/api/jobs' && query['state'] === 'failed'))
    .toBe(true)
})

import type { FlightLogDetail, FlightLogRow } from '@swath/contract/flights/flight-logs'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { App } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { areaUnit } from '../../../lib/area-unit.ts'
import { queryClient } from '../../../lib/query.ts'
import { dropSession, keepSession } from '../../../lib/session.ts'
import { serve, type Sent } from '../../../testing-console.ts'
import { person } from '../../../testing-person.ts'
import { StageProvider } from '../../../ui/stage.tsx'
import { FlightLogListScreen } from './flight-log-list-screen.tsx'
import { FlightLogScreen } from './flight-log-screen.tsx'

const base = '/api/drone/flight-log/manage'
const logId = '0190a000-0000-7000-8000-000000000021'
const sortieId = '0190a000-0000-7000-8000-000000000022'
const row = (values: Partial<FlightLogRow> = {}): FlightLogRow => ({
  logId,
  fileName: 'morning.tlog',
  bytes: 2_500_000,
  receivedBytes: 2_500_000,
  pieceBytes: 4,
  modifiedMs: 1,
  status: 'ready',
  problem: null,
  format: 'tlog',
  droneId: 'SW-1',
  droneName: 'North 1',
  proposedBy: 'serial',
  oprId: null,
  oprName: null,
  pointCount: 100,
  startTime: '2026-11-20T01:00:00Z',
  endTime: '2026-11-20T01:10:00Z',
  sortieCount: 1,
  createdAt: '2026-11-21T01:00:00Z',
  createdByName: 'Wang',
  accountName: 'Green Fields',
  acceptedAt: null,
  acceptedByName: null,
  can: { append: false, choose: true, accept: true, delete: true },
  ...values,
})
const detail = (values: Partial<FlightLogDetail> = {}): FlightLogDetail => ({
  ...row(),
  identity: { serial: 'ABC', firmware: '4.5.1', hardware: null, vehicleType: null, systemId: 1 },
  heights: { rangefinder: 100 },
  report: {
    bytesSkipped: 0,
    badRecords: 3,
    truncatedAtByte: null,
    overLimit: 0,
    otherVehicles: 0,
    pointsRead: 100,
    withoutPosition: 0,
    nullIsland: 14,
    outOfRange: 0,
    withoutTime: 0,
    timesMended: 0,
    repeatedTimes: 0,
    repeatedPoints: 0,
    dropouts: 0,
    dropoutMs: 0,
    notes: ['mixed_heights'],
  },
  rejected: { clock_future: 2 },
  knownPoints: 0,
  displacedPoints: 0,
  sameFile: null,
  isOld: false,
  records: [],
  isPending: false,
  sorties: [
    {
      startTime: '2026-11-20T01:00:00Z',
      endTime: '2026-11-20T01:05:00Z',
      closeReason: 'landing_detected',
      durationS: 300,
      distanceM: 1500,
      sprayTimeS: 200,
      sprayL: 12.3,
      sprayArea: 15,
      sweptArea: 16,
      sprayWidth: 5,
      meanHeight: 3,
      pointCount: 90,
      knownPoints: 0,
      repeats: [],
    },
  ],
  ...values,
})
const drones = {
  items: [],
  total: 0,
  currentPage: 1,
  pageSize: 50,
  stats: { total: 0, workArea: 0, zzNum: 0, sortieCount: 0, modelNum: 0 },
}

afterEach(() => {
  dropSession('signed-out')
  queryClient.clear()
  vi.unstubAllGlobals()
})

const show = (
  answers: Parameters<typeof serve>[0],
  at = '/business_manage/drone-list/flight-logs',
  info: Parameters<typeof person>[0] = {},
): { sent: Sent[] } => {
  areaUnit.set('mu')
  const sent = serve({
    '/api/drone/device/manage/getDroneList': () => Response.json(drones),
    [`${base}/pilots`]: () => Response.json({ items: [] }),
    [`${base}/list`]: () => Response.json({ items: [], total: 0, currentPage: 1, pageSize: 20 }),
    [`${base}/${logId}/tracks`]: () => Response.json({ tracks: [] }),
    ...answers,
  })
  keepSession({
    jToken: 'sw_1',
    refreshToken: 'rt_00000000000000000000',
    expiresInS: 900,
    userInfo: person(info),
  })
  const overlay = document.body.appendChild(document.createElement('div'))
  const router = createMemoryRouter(
    [
      { path: '/business_manage/drone-list/flight-logs', Component: FlightLogListScreen },
      { path: '/business_manage/drone-list/flight-logs/:logId', Component: FlightLogScreen },
    ],
    { initialEntries: [at] },
  )
  render(
    <QueryClientProvider client={queryClient}>
      <App>
        <StageProvider
          value={{ layout: 'map', isMapOpen: true, openMap: () => undefined, overlay }}
        >
          <RouterProvider router={router} />
        </StageProvider>
      </App>
    </QueryClientProvider>,
  )
  return { sent }
}
const one = `/business_manage/drone-list/flight-logs/${logId}`

describe('the list of flight logs', () => {
  test('shows file, state, drone, flights, size and who uploaded it', async () => {
    show({
      [`${base}/list`]: () =>
        Response.json({ items: [row()], total: 1, currentPage: 1, pageSize: 20 }),
    })
    const cells = within((await screen.findByText('morning.tlog')).closest('tr')!)
      .getAllByRole('cell')
      .map((cell) => cell.textContent)
    expect(cells.slice(1, 9)).toEqual([
      'morning.tlog',
      'To review',
      'North 1',
      '–',
      '1',
      '2026/11/20 09:00',
      '2.5 MB',
      'Wang',
    ])
  })

  test('a file is uploaded in chunks, resumes after a broken connection, and can be opened', async () => {
    let received = 4
    let broken = true
    const { sent } = show({
      [base]: () => Response.json(row({ status: 'uploading', bytes: 10, receivedBytes: 4 })),
      [`${base}/${logId}/bytes`]: () => {
        if (broken) {
          broken = false
          return Response.error()
        }
        received = Math.min(10, received + 4)
        return Response.json(
          row({
            status: received === 10 ? 'reading' : 'uploading',
            bytes: 10,
            receivedBytes: received,
          }),
        )
      },
    })
    fireEvent.change(await screen.findByTestId('file'), {
      target: { files: [new File(['0123456789'], 'field.tlog', { lastModified: 5 })] },
    })
    const list = await screen.findByRole('list', { name: 'Uploads' })
    expect(await within(list).findByText('Uploaded')).toBeTruthy()
    expect(within(list).getByRole('link', { name: 'Review' }).getAttribute('href')).toBe(one)
    expect(sent.find(({ path }) => path === base)!.body).toEqual({
      fileName: 'field.tlog',
      bytes: 10,
      modifiedMs: 5,
      droneId: null,
    })
    const pieces = sent
      .filter(({ path }) => path.endsWith('/bytes'))
      .map(({ body }) => (body as { file: File }).file.size)
    expect(pieces).toEqual([4, 4, 2])
  })

  test('the server’s refusal is shown next to the file, with a retry button; dismissing it also removes it on the server', async () => {
    const { sent } = show({
      [base]: () =>
        Response.json(
          {
            code: 'logs_waiting',
            message: 'Too many logs are waiting to be accepted.',
            traceId: 't',
          },
          { status: 409 },
        ),
    })
    fireEvent.change(await screen.findByTestId('file'), {
      target: { files: [new File(['x'], 'a.tlog')] },
    })
    expect(await screen.findByText('Too many logs are waiting to be accepted.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Continue' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Cancel the upload of a.tlog' }))
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Uploads' })).toBeNull())
    expect(sent.some(({ path }) => path === `${base}/${logId}`)).toBe(false)
  })

  test('governments can read but not upload; without the permission a message explains it', async () => {
    show({}, undefined, { accountType: 2 })
    expect(
      await screen.findByText('Logs appear here after someone in the account uploads them.'),
    ).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Choose files' })).toBeNull()
  })

  test('is not available without permission', async () => {
    show({
      [`${base}/list`]: () =>
        Response.json({ code: 'forbidden', message: 'No', traceId: 't' }, { status: 403 }),
    })
    expect(await screen.findByText('You don’t have access')).toBeTruthy()
  })
})

describe('one flight log', () => {
  test('shows the flights with their figures and the problems by reason, and accepts the log', async () => {
    const { sent } = show(
      {
        [`${base}/${logId}`]: () => Response.json(detail()),
        [`${base}/${logId}/accept`]: () =>
          Response.json(
            detail({
              status: 'accepted',
              acceptedByName: 'Wang',
              acceptedAt: '2026-11-21T02:00:00Z',
              can: { append: false, choose: false, accept: false, delete: true },
              records: [
                {
                  sortieId,
                  startTime: '2026-11-20T01:00:00Z',
                  endTime: '2026-11-20T01:05:00Z',
                  durationS: 300,
                  distanceM: 1500,
                  sprayArea: 15,
                  sprayL: 12.3,
                },
              ],
            }),
          ),
      },
      one,
    )
    expect(await screen.findByText('1 flight found')).toBeTruthy()
    expect(
      screen.getByText('Suggested from the serial number in the log. Change it if it’s wrong.'),
    ).toBeTruthy()
    for (const [label, figure] of [
      ['Duration', '5:00'],
      ['Distance', '1.50 km'],
      ['Covered', '15.00 mu'],
      ['Spray volume', '12.3 L'],
    ])
      expect(screen.getByText(label!).nextSibling!.textContent).toBe(figure)
    for (const [what, count] of [
      ['Damaged records', '3'],
      ['Points at 0, 0: no fix yet', '14'],
      ['Points with a time in the future', '2'],
    ]) {
      expect(within(screen.getByText(what!).closest('tr')!).getByText(count!)).toBeTruthy()
    }
    expect(screen.getByText('Heights have different references.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Accept log' }))
    expect(await screen.findByText('1 sortie in the history')).toBeTruthy()
    expect(
      screen.getByRole('link', { name: '2026/11/20 09:00:00' }).getAttribute('href'),
    ).toContain(`/SW-1/history?startTime=2026-11-20T01%3A00%3A00Z`)
    expect(sent.some(({ path }) => path.endsWith('/accept'))).toBe(true)
  })

  test('a duplicate log shows the existing sorties, and cannot be accepted again', async () => {
    const [sortie] = detail().sorties
    show(
      {
        [`${base}/${logId}`]: () =>
          Response.json(
            detail({
              sameFile: {
                logId: sortieId,
                fileName: 'first.tlog',
                createdAt: '2026-11-20T01:00:00Z',
                status: 'accepted',
              },
              sorties: [
                {
                  ...sortie!,
                  knownPoints: 90,
                  repeats: [
                    {
                      sortieId,
                      startTime: '2026-11-20T01:00:01Z',
                      endTime: '2026-11-20T01:05:00Z',
                    },
                  ],
                },
              ],
            }),
          ),
      },
      one,
    )
    expect(
      await screen.findByText(
        'Its flights are already in the history; accepting it again would change nothing.',
      ),
    ).toBeTruthy()
    expect(screen.getByRole('link', { name: 'first.tlog' })).toBeTruthy()
    expect(screen.getByRole('link', { name: '2026/11/20 09:00:01' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Accept log' })).toHaveProperty('disabled', true)
  })

  test('an unreadable one shows the reason', async () => {
    show(
      {
        [`${base}/${logId}`]: () =>
          Response.json(
            detail({ status: 'unreadable', problem: 'not_a_log', report: null, sorties: [] }),
          ),
      },
      one,
    )
    expect(await screen.findByText('Unknown format.')).toBeTruthy()
  })

  const open = { timeZone: 'Asia/Shanghai', isZoneAssumed: true, dateOrder: 'mdy' } as const
  const withTimes = (isOrderAssumed: boolean): FlightLogDetail => {
    const log = detail({ rejected: { impossible_jump: 40 } })
    return {
      ...log,
      can: { ...log.can, accept: !isOrderAssumed },
      report: {
        ...log.report!,
        times: { ...open, isOrderAssumed },
        documents: [
          { name: 'a.gpx', format: 'gpx', points: 60, problem: null },
          { name: 'b.igc', format: 'igc', points: 0, problem: 'format_not_read' },
        ],
        notUnderstood: ['height (fathoms)'],
      },
    }
  }

  test('asks about ambiguous times before the log is accepted', async () => {
    let isChosen = false
    const { sent } = show(
      {
        [`${base}/${logId}`]: () => Response.json(withTimes(!isChosen)),
        [`${base}/${logId}/reading`]: () => {
          isChosen = true
          return Response.json(row({ status: 'reading' }))
        },
      },
      one,
    )
    expect(await screen.findByText(/^Assumed from the flight’s location/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Accept log' })).toHaveProperty('disabled', true)
    fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Date format of the log' }))
    fireEvent.click(await screen.findByText('Day first: 09/04 is 9 April'))
    await waitFor(() =>
      expect(sent.find(({ path }) => path.endsWith('/reading'))?.body).toEqual({
        timeZone: null,
        dateOrder: 'dmy',
      }),
    )
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Accept log' })).toHaveProperty('disabled', false),
    )
  })

  test('shows which points are set aside, and the result of each document', async () => {
    show({ [`${base}/${logId}`]: () => Response.json(withTimes(false)) }, one)
    expect(await screen.findByText('40 of 100 points will be excluded.')).toBeTruthy()
    expect(screen.getByText('GPX · 60 points')).toBeTruthy()
    expect(screen.getByText('IGC · Recognised, but not a supported format.')).toBeTruthy()
    expect(screen.getByText('Not recognised, skipped: height (fathoms)')).toBeTruthy()
  })

  test('shows an error for an unknown log', async () => {
    show({}, one)
    expect(await screen.findByText('Not found')).toBeTruthy()
  })
})

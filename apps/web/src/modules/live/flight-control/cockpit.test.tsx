// The cockpit of one drone: available commands, confirmations, and results.
import type { Command } from '@swath/contract/live/commands'
import type { DroneControl } from '@swath/contract/live/flight-control'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { App } from 'antd'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { serve, type Sent, signIn } from '../../../testing-console.ts'
import { holdMs } from '../../../ui/hold-button.tsx'
import { StageProvider } from '../../../ui/stage.tsx'
import { Cockpit } from './cockpit.tsx'

const base = '/api/oper/flight-control'
const id = 'TX-1'
let flight: 'flying' | 'ground' | 'offline'
let locked: boolean
let hasRoute: boolean
let commands: Command[]
let can: { command: boolean; lock: boolean }
let sent: Sent[]
let wetland: object | null
let control: DroneControl

const drone = () => ({
  droneId: id,
  droneName: 'North 1',
  modelName: 'T40',
  yyAccountName: null,
  flight,
  locked,
  simulated: false,
  lng: 120,
  lat: 30,
  headingDeg: 90,
  speedMs: 6,
  heightM: 3,
  batteryPercent: 80,
  lastMessageAt: new Date().toISOString(),
  videoUrl: null,
  can,
})
const aMinuteAgo = new Date(Date.now() - 60_000).toISOString()
const steerer = (userName: string, isYou: boolean) => ({
  userId: '0190a000-0000-7000-8000-0000000000d1',
  userName,
  accountName: 'Green',
  isYou,
})
const held = (userName: string, isYou: boolean) => ({
  ...steerer(userName, isYou),
  since: aMinuteAgo,
  lapsesAt: new Date(Date.now() + 60_000).toISOString(),
})
const command = (given: Partial<Command>): Command => ({
  commandId: '0190a000-0000-7000-8000-0000000000c1',
  droneId: id,
  droneName: 'North 1',
  type: 'hold',
  arguments: {},
  state: 'waiting',
  reason: null,
  userName: 'Wang',
  createTime: new Date().toISOString(),
  goodUntil: new Date().toISOString(),
  sentTime: null,
  endTime: null,
  can: { cancel: false },
  ...given,
})

beforeEach(() => {
  signIn()
  flight = 'flying'
  locked = false
  hasRoute = false
  commands = []
  wetland = null
  control = { holder: null, queue: [] }
  can = { command: true, lock: true }
  sent = serve({
    [`${base}/drone`]: () =>
      Response.json({
        ...drone(),
        route: hasRoute
          ? {
              name: 'East',
              time: new Date().toISOString(),
              points: [
                { at: [120, 30], heightM: 3, pumpOn: true },
                { at: [120.001, 30], heightM: 3, pumpOn: true },
              ],
            }
          : null,
      }),
    [`${base}/control`]: () => Response.json(control),
    [`${base}/control/take`]: () => {
      control = { ...control, queue: [{ ...steerer('Me', true), askedAt: aMinuteAgo }] }
      return Response.json(control)
    },
    [`${base}/control/hand-over`]: () => {
      control = { holder: held('Zhao', false), queue: [] }
      return Response.json(control)
    },
    [`${base}/control/leave`]: () => Response.json({ holder: null, queue: [] }),
    [`${base}/commands`]: ({ body }) =>
      body === undefined
        ? Response.json({ items: commands, total: commands.length, currentPage: 1, pageSize: 10 })
        : Response.json(command({})),
    '/api/drone/mointor/manage/getNoflyList': () =>
      Response.json({ items: wetland ? [wetland] : [], total: wetland ? 1 : 0 }),
    [`${base}/commands/cancel`]: () => Response.json(command({ state: 'cancelled' })),
    '/api/drone/mointor/manage/getDroneDetail': () =>
      Response.json({
        ...drone(),
        flowLMin: 2,
        tankL: 12,
        linkPercent: 90,
        swathWidthM: 5,
        zzAccountName: 'Maker',
        oprName: null,
        region: [],
        currentSortie: null,
        today: { sortieCount: 0, sprayArea: 0, durationS: 0, sprayL: 0 },
        trail: { recordTime: [], lng: [], lat: [], spraying: [] },
      }),
    '/api/drone/device/manage/lockOpr': () =>
      Response.json(
        {
          code: 'invalid_input',
          message: 'Something is wrong',
          details: [{ path: 'password', message: 'The password is not right' }],
          traceId: 't',
        },
        { status: 400 },
      ),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

const Screen = () => {
  const [overlay, setOverlay] = useState<HTMLElement | null>(null)
  const [isDrawing, setDrawing] = useState(false)
  return (
    <QueryClientProvider client={queryClient}>
      <App>
        <StageProvider
          value={{ layout: 'map', isMapOpen: true, openMap: () => undefined, overlay }}
        >
          <div ref={setOverlay} />
          <Cockpit
            droneId={id}
            isDrawing={isDrawing}
            setDrawing={setDrawing}
            onClose={() => undefined}
          />
        </StageProvider>
      </App>
    </QueryClientProvider>
  )
}
const open = async (): Promise<void> => {
  render(<Screen />)
  await screen.findByText('Commands')
}
const button = (name: RegExp): HTMLButtonElement => screen.getByRole('button', { name })
const given = (): unknown[] =>
  sent
    .filter(({ path, body }) => path === `${base}/commands` && body !== undefined)
    .map(({ body }) => (body as { command: unknown }).command)

describe('available commands', () => {
  test('in the air: everything except the take-off, which shows why', async () => {
    await open()
    for (const name of [
      /Hold position/,
      /Pause route/,
      /Resume/,
      /Spray on/,
      /Spray off/,
      /Return home/,
      /Land here/,
    ])
      expect(button(name).disabled).toBe(false)
    expect([button(/Take off/).disabled, button(/Take off/).textContent]).toEqual([
      true,
      'Take offOnly available on the ground',
    ])
    expect(screen.getByText('1 to 30 m')).toBeTruthy()
  })

  test('on the ground: a take-off where there is a route and no lock', async () => {
    flight = 'ground'
    await open()
    expect(button(/Take off/).textContent).toBe('Take offNo route yet')
    expect(button(/Hold position/).textContent).toBe('Hold positionOnly available in the air')
  })

  test('on the ground and locked: only unlocking', async () => {
    flight = 'ground'
    locked = hasRoute = true
    await open()
    expect(button(/Take off/).textContent).toBe('Take offLocked')
    expect(button(/Unlock/).disabled).toBe(false)
  })

  test('for viewers: nothing, with an explanation', async () => {
    can = { command: false, lock: false }
    await open()
    expect(screen.getByText(/You can watch this drone/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Hold position/ })).toBeNull()
  })
})

describe('control of the drone', () => {
  test('held by someone else: only a lock is available, and requesting control', async () => {
    control = { holder: held('Zhao', false), queue: [] }
    await open()
    await screen.findByText(/Zhao \(Green\) has control/)
    expect(button(/Hold position/).textContent).toBe('Hold positionSomeone else has control')
    expect(button(/^Lock/).disabled).toBe(false)
    fireEvent.click(button(/Request control/))
    await screen.findByText('You are number 1 in the queue')
  })

  test('held by this person: requests are shown, and control can be passed on', async () => {
    control = {
      holder: held('Me', true),
      queue: [{ ...steerer('Zhao', false), askedAt: aMinuteAgo }],
    }
    await open()
    await screen.findByText('You have control')
    expect(button(/Hold position/).disabled).toBe(false)
    fireEvent.click(button(/Give control to Zhao/))
    await screen.findByText(/Zhao \(Green\) has control/)
  })
})

describe('giving a command', () => {
  /** Holds the button for this long, with fake timers. */
  const hold = (name: RegExp, ms: number): void => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.pointerDown(button(name), { button: 0 })
    act(() => void vi.advanceTimersByTime(ms))
    fireEvent.pointerUp(button(name), { button: 0 })
    fireEvent.click(button(name), { detail: 1 })
  }
  const pass = (ms: number): void => {
    for (let passedMs = 0; passedMs < ms; passedMs += 500)
      act(() => void vi.advanceTimersByTime(500))
  }

  test('a hover is sent after one second, a return three seconds later', async () => {
    await open()
    hold(/Hold position/, holdMs)
    vi.useRealTimers()
    await waitFor(() => expect(given()).toEqual([{ type: 'hold' }]))
    hold(/Return home/, holdMs)
    expect(screen.getAllByText('Return home: sent in 3 s')).toHaveLength(2)
    pass(2_500)
    expect(given()).toHaveLength(1)
    pass(1_000)
    vi.useRealTimers()
    await waitFor(() => expect(given()).toEqual([{ type: 'hold' }, { type: 'return' }]))
  })

  test('released too early, nothing is sent, and a hint is shown', async () => {
    await open()
    hold(/Land here/, holdMs - 100)
    pass(5_000)
    vi.useRealTimers()
    expect(given()).toEqual([])
    expect(screen.getByText('Press and hold “Land here” for one second.')).toBeTruthy()
  })

  test('stopped during the countdown, nothing is sent', async () => {
    await open()
    hold(/Land here/, holdMs)
    fireEvent.click(button(/Don’t send/))
    pass(5_000)
    vi.useRealTimers()
    expect(given()).toEqual([])
  })

  test('can be held with a key, and Escape stops the countdown', async () => {
    await open()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.keyDown(button(/Return home/), { key: ' ' })
    fireEvent.keyDown(button(/Return home/), { key: ' ', repeat: true })
    pass(holdMs)
    fireEvent.keyUp(button(/Return home/), { key: ' ' })
    expect(button(/Don’t send/)).toBeTruthy()
    fireEvent.keyDown(button(/Return home/), { key: 'Escape' })
    pass(5_000)
    vi.useRealTimers()
    expect(given()).toEqual([])
  })

  test('people who cannot hold a button get a confirmation', async () => {
    await open()
    // A screen reader clicks without a pointer.
    fireEvent.click(button(/Return home/))
    const dialog = await screen.findByRole('dialog')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Return home' }))
    await waitFor(() => expect(given()).toEqual([{ type: 'return' }]))
  })

  test('the result is next to the button', async () => {
    commands = [command({ type: 'hold', state: 'refused', reason: 'low battery' })]
    await open()
    hold(/Hold position/, holdMs)
    vi.useRealTimers()
    const bar = within(screen.getByRole('group', { name: 'Commands' }))
    await bar.findByText(/Rejected by the drone/)
    expect(bar.getByRole('status').textContent).toContain('low battery')
    expect(bar.getByRole('button', { name: 'Resend' })).toBeTruthy()
  })

  test('a height is sent with its value', async () => {
    await open()
    fireEvent.change(screen.getByRole('spinbutton', { name: 'Set height (m)' }), {
      target: { value: '4.5' },
    })
    fireEvent.click(button(/Send: Set height/))
    await waitFor(() => expect(given()).toEqual([{ type: 'setHeight', heightM: 4.5 }]))
  })

  test('a lock by password; a wrong one is reported at its field', async () => {
    await open()
    fireEvent.click(button(/^lock Lock$|Lock/))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('the lock takes effect after landing')
    fireEvent.change(within(dialog).getByLabelText('Your password'), {
      target: { value: 'Wrong2026' },
    })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Lock' }))
    await within(dialog).findByText('The password is not right')
    expect(sent.find(({ path }) => path.endsWith('lockOpr'))!.body).toEqual({
      droneId: id,
      opr: 'lock',
      password: 'Wrong2026',
    })
  })
})

describe('results', () => {
  test('are described in text; unsent commands can be cancelled', async () => {
    commands = [
      command({
        commandId: '0190a000-0000-7000-8000-0000000000c1',
        type: 'setSpeed',
        arguments: { speedMs: 4 },
        can: { cancel: true },
      }),
      command({ commandId: '0190a000-0000-7000-8000-0000000000c2', type: 'lock', state: 'sent' }),
      command({
        commandId: '0190a000-0000-7000-8000-0000000000c3',
        type: 'start',
        state: 'refused',
        reason: 'already in the air',
      }),
      command({
        commandId: '0190a000-0000-7000-8000-0000000000c4',
        type: 'uploadRoute',
        arguments: { name: 'East', points: 4 },
        state: 'done',
      }),
      command({
        commandId: '0190a000-0000-7000-8000-0000000000c5',
        type: 'land',
        state: 'expired',
      }),
    ]
    await open()
    await screen.findByText(/The drone is already in the air/)
    const rows = screen.getAllByRole('listitem').map((row) => row.textContent)
    expect(rows[0]).toContain('Set speed 4.0 m/sWaiting to be sent')
    expect(rows[1]).toContain('LockSent, waiting for confirmation · takes effect after landing')
    expect(rows[2]).toContain('Rejected by the drone · The drone is already in the air.')
    expect(rows[3]).toContain('Upload route East, 4 pointsConfirmed by the drone')
    expect(rows[4]).toContain('No response')
    expect(screen.getAllByRole('button', { name: /^Cancel: / })).toHaveLength(1)
    fireEvent.click(screen.getByRole('button', { name: 'Cancel: Set speed' }))
    await waitFor(() =>
      expect(sent.find(({ path }) => path.endsWith('/cancel'))?.body).toEqual({
        droneId: id,
        commandId: commands[0]!.commandId,
      }),
    )
  })
})

describe('a route', () => {
  test('is checked before it is sent, with one height', async () => {
    await open()
    fireEvent.click(button(/Draw a route/))
    const upload = await screen.findByRole<HTMLButtonElement>('button', { name: 'Send to drone' })
    const add = (lng: string, lat: string): void => {
      fireEvent.change(screen.getByRole('spinbutton', { name: 'Longitude' }), {
        target: { value: lng },
      })
      fireEvent.change(screen.getByRole('spinbutton', { name: 'Latitude' }), {
        target: { value: lat },
      })
      fireEvent.click(button(/Add point/))
    }
    add('120', '30')
    await screen.findByText('A route needs at least two points.')
    expect(upload.disabled).toBe(true)
    add('120', '30')
    await screen.findByText('Point 2 is at the same place as the previous one.')
    fireEvent.click(button(/Remove point 2/))
    add('121', '30')
    await screen.findByText('A point is more than 5 km from the drone.')
    fireEvent.click(button(/Remove point 2/))
    add('120.001', '30')
    await waitFor(() => expect(upload.disabled).toBe(false))
    fireEvent.click(screen.getByRole('switch', { name: 'Spray after point 1' }))
    fireEvent.click(upload)
    await waitFor(() =>
      expect(given()).toEqual([
        {
          type: 'uploadRoute',
          name: 'Drawn route',
          points: [
            { at: [120, 30], heightM: 3, pumpOn: false },
            { at: [120.001, 30], heightM: 3, pumpOn: true },
          ],
          hasConsent: false,
        },
      ]),
    )
  })

  test('into a zone that needs consent is sent after a confirmation', async () => {
    wetland = {
      noflyId: '0190a000-0000-7000-8000-0000000000d1',
      noflyName: 'Wetland',
      kind: 'stay_out',
      restriction: 'conditional',
      shape: { kind: 'circle', center: [120, 30], radiusM: 200 },
      lowerM: null,
      upperM: null,
      lowerReference: 'ground',
      upperReference: 'ground',
      validFrom: null,
      validUntil: null,
      windows: [],
      timeZone: null,
    }
    await open()
    fireEvent.click(button(/Draw a route/))
    const upload = await screen.findByRole<HTMLButtonElement>('button', { name: 'Send to drone' })
    const add = (lng: string): void => {
      fireEvent.change(screen.getByRole('spinbutton', { name: 'Longitude' }), {
        target: { value: lng },
      })
      fireEvent.change(screen.getByRole('spinbutton', { name: 'Latitude' }), {
        target: { value: '30' },
      })
      fireEvent.click(button(/Add point/))
    }
    add('120')
    add('120.001')
    await screen.findByText('The route enters Wetland: ask the authority for permission first')
    expect(upload.disabled).toBe(true)
    fireEvent.click(screen.getByLabelText('The authority has approved this flight'))
    await waitFor(() => expect(upload.disabled).toBe(false))
    fireEvent.click(upload)
    await waitFor(() => expect(given()).toMatchObject([{ hasConsent: true }]))
  })
})

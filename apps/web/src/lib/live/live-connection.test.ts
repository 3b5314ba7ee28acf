import { describe, expect, test } from 'vitest'
import { FrameWriter } from '@swath/contract/live/frame-deltas'
import { encodeDrones, type LiveDroneRecord } from '@swath/contract/live/live'
import {
  delayAfter,
  LiveConnection,
  type LinkState,
  type Ports,
  type Socket,
} from './live-connection.ts'
import { LiveStore } from './live-store.ts'

class FakeSocket implements Socket {
  binaryType: BinaryType = 'blob'
  onopen: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  readonly sent: Record<string, unknown>[] = []
  closedWith: number | undefined
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>)
  }
  close(code?: number): void {
    this.closedWith = code ?? 1000
  }
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  ready(): void {
    this.onopen?.()
    this.say({ type: 'ready', serverTimeMs: 1 })
  }
  frame(drones: LiveDroneRecord[], serverTimeMs = 5): void {
    this.onmessage?.({ data: encodeDrones(serverTimeMs, drones) })
  }
}

const view = {
  bounds: [100, 30, 110, 40] as [number, number, number, number],
  zoom: 6,
  filters: {},
  showOffline: false,
}
const drone = (slot: number): LiveDroneRecord => ({
  slot,
  lng: 104.5,
  lat: 35.5,
  headingDeg: 90,
  flight: 'flying',
  locked: false,
  simulated: false,
  batteryPercent: 80,
  speedMs: 5,
  heightM: 3,
  ageS: 0.2,
})

const setUp = (refresh: Ports['refresh'] = () => Promise.resolve(true)) => {
  const sockets: FakeSocket[] = []
  const timers: { at: number; work: () => void; isOff: boolean }[] = []
  const states: LinkState[] = []
  const refreshedWith: (string | undefined)[] = []
  const world = { nowMs: 0, token: 'first' }
  const connection = new LiveConnection(
    {
      open: () => {
        const socket = new FakeSocket()
        sockets.push(socket)
        return socket
      },
      token: () => world.token,
      refresh: (used) => {
        refreshedWith.push(used)
        return refresh(used)
      },
      language: () => 'th',
      now: () => world.nowMs,
      later: (work, ms) => {
        const timer = { at: world.nowMs + ms, work, isOff: false }
        timers.push(timer)
        return () => {
          timer.isOff = true
        }
      },
      random: () => 1,
    },
    new LiveStore(),
  )
  connection.on('link', (state) => states.push(state))
  const pass = (ms: number): void => {
    const until = world.nowMs + ms
    for (;;) {
      const next = timers
        .filter((timer) => !timer.isOff && timer.at <= until)
        .sort((a, b) => a.at - b.at)[0]
      if (!next) break
      world.nowMs = next.at
      next.isOff = true
      next.work()
    }
    world.nowMs = until
  }
  return { connection, sockets, states, world, pass, refreshedWith, last: () => sockets.at(-1)! }
}

describe('live connection', () => {
  test('sends hello with token and language, then the view', () => {
    const { connection, last, states, pass } = setUp()
    connection.start()
    connection.setView(view)
    pass(300)
    last().ready()
    expect(last().sent).toEqual([
      { type: 'hello', token: 'first', language: 'th', readsDeltas: true },
      { type: 'view', ...view },
    ])
    expect(states).toEqual(['connecting', 'live'])
  })

  test('of many views in a row only the latest is sent; an equal view is not sent at all', () => {
    const { connection, last, pass } = setUp()
    connection.start()
    last().ready()
    for (const zoom of [4, 5, 6]) connection.setView({ ...view, zoom })
    pass(1000)
    connection.setView({ ...view, zoom: 6 })
    pass(1000)
    expect(last().sent.filter(({ type }) => type === 'view')).toEqual([
      { type: 'view', ...view, zoom: 6 },
    ])
  })

  test('a broken connection keeps the positions, reconnects after a growing pause and sends the same view again', () => {
    const { connection, sockets, last, states, pass, world } = setUp()
    connection.start()
    connection.setView(view)
    pass(300)
    last().ready()
    connection.follow('SW-1')
    last().say({ type: 'names', drones: [[7, 'SW-1', 'Kingfisher']] })
    last().frame([drone(7)])
    const seenAtMs = world.nowMs
    last().onclose?.({ code: 1006 })
    expect(states.at(-1)).toBe('lost')
    expect(connection.store.read('SW-1', seenAtMs + 60_000)?.ageS).toBeCloseTo(60.2)
    pass(499)
    expect(sockets).toHaveLength(1)
    pass(1)
    expect(sockets).toHaveLength(2)
    last().onclose?.({ code: 1006 })
    pass(999)
    expect(sockets).toHaveLength(2)
    pass(1)
    last().ready()
    expect(states.at(-1)).toBe('live')
    expect(last().sent.slice(1)).toEqual([
      { type: 'view', ...view },
      { type: 'follow', droneId: 'SW-1' },
    ])
    // Slots are reassigned: 7 is another drone now.
    last().say({ type: 'names', drones: [[7, 'SW-2', 'Heron']] })
    last().frame([drone(7)])
    expect(connection.store.read('SW-1', world.nowMs)).toBeNull()
    expect(connection.store.read('SW-2', world.nowMs)?.lng).toBe(104.5)
  })

  test('requests its view again when a difference cannot be applied', () => {
    const { connection, last, pass } = setUp()
    connection.start()
    connection.setView(view)
    pass(300)
    last().ready()
    const writer = new FrameWriter()
    const receive = (frame: ArrayBuffer): void => last().onmessage?.({ data: frame })
    receive(writer.write(5, [drone(7)]))
    writer.write(1005, [drone(7), drone(8)])
    receive(writer.write(2005, [drone(7), drone(8), drone(9)]))
    expect(last().sent.filter(({ type }) => type === 'view')).toHaveLength(2)
    expect(connection.store.drones.slots).toHaveLength(1)
  })

  test('a refused token is refreshed and hello is sent again at once', async () => {
    const { connection, sockets, last, refreshedWith, world } = setUp()
    connection.start()
    last().ready()
    world.token = 'second'
    last().onclose?.({ code: 4401 })
    await Promise.resolve()
    expect(refreshedWith).toEqual(['first'])
    expect(sockets).toHaveLength(2)
    last().onopen?.()
    expect(last().sent).toEqual([
      { type: 'hello', token: 'second', language: 'th', readsDeltas: true },
    ])
  })

  test('a token refused right after its refresh is not refreshed in a loop', async () => {
    const { connection, sockets, last, refreshedWith } = setUp()
    connection.start()
    last().ready()
    last().onclose?.({ code: 4401 })
    await Promise.resolve()
    last().onclose?.({ code: 4401 })
    await Promise.resolve()
    expect(refreshedWith).toHaveLength(1)
    expect(sockets).toHaveLength(2)
  })

  test('ends when the session has ended', async () => {
    const { connection, sockets, last, pass } = setUp(() => Promise.resolve(false))
    connection.start()
    last().ready()
    last().onclose?.({ code: 4401 })
    await Promise.resolve()
    pass(120_000)
    expect(connection.state()).toBe('stopped')
    expect(sockets).toHaveLength(1)
  })

  test('retries later if the server cannot be reached for the refresh', async () => {
    const { connection, sockets, last, pass } = setUp(() => Promise.reject(new Error('offline')))
    connection.start()
    last().ready()
    last().onclose?.({ code: 4401 })
    await Promise.resolve()
    await Promise.resolve()
    expect(connection.state()).toBe('lost')
    pass(600)
    expect(sockets).toHaveLength(2)
  })

  test('a silent connection counts as broken while a map is shown', () => {
    const { connection, sockets, last, pass } = setUp()
    connection.start()
    connection.setView(view)
    pass(300)
    const first = last()
    first.ready()
    for (let second = 0; second < 30; second++) {
      pass(1000)
      first.frame([drone(1)])
    }
    expect(connection.state()).toBe('live')
    pass(12_001)
    expect(first.closedWith).toBe(4000)
    expect(connection.state()).toBe('lost')
    pass(1000)
    expect(sockets).toHaveLength(2)
  })

  test('without a map, silence does not mean that the connection is broken', () => {
    const { connection, last, pass } = setUp()
    connection.start()
    last().ready()
    pass(600_000)
    expect(connection.state()).toBe('live')
  })

  test('does not reconnect for people without a live view', () => {
    const { connection, sockets, last, pass } = setUp()
    connection.start()
    last().onclose?.({ code: 4403 })
    pass(600_000)
    expect(sockets).toHaveLength(1)
    expect(connection.state()).toBe('stopped')
  })

  test('reconnects at once when the network is back', () => {
    const { connection, sockets, last } = setUp()
    connection.start()
    last().onclose?.({ code: 1006 })
    connection.retryNow()
    expect(sockets).toHaveLength(2)
  })

  test('a stopped connection ignores messages', () => {
    const { connection, sockets, last, pass } = setUp()
    connection.start()
    last().ready()
    const { onmessage } = last()
    connection.stop()
    expect(last().closedWith).toBe(1000)
    onmessage?.({ data: encodeDrones(1, []) })
    pass(120_000)
    expect(sockets).toHaveLength(1)
    expect(connection.state()).toBe('stopped')
  })

  test('pauses double up to half a minute, with up to 50 % jitter', () => {
    expect([0, 1, 2, 6, 40].map((failures) => delayAfter(failures, 1))).toEqual([
      500, 1000, 2000, 30_000, 30_000,
    ])
    expect(delayAfter(2, 0)).toBe(1000)
  })
})

// Simulated consoles: each is a signed-in person with one live socket and one view of the map.
import { FrameReader } from '@swath/contract/live/frame-deltas'
import type { LiveMessage, LiveRequest } from '@swath/contract/live/live'
import { systemClock } from '@swath/server/platform/clock/clock'
import { loadConfig } from '@swath/server/platform/config/config'
import { createEventBus } from '@swath/server/platform/events/events'
import { createSessions } from '@swath/server/platform/auth/sessions'
import { createThemes } from '@swath/server/platform/auth/themes'
import { tx, type Db } from '@swath/server/platform/database/database'
import { uuidv7 } from '@swath/server/platform/database/uuid'

export type ConsoleView = {
  name: string
  bounds: [minLng: number, minLat: number, maxLng: number, maxLat: number]
  zoom: number
  /** A drone whose page is open. */
  follow?: string
}

export type Console = {
  view: ConsoleView
  /** Between two frames, ms. */
  intervalsMs: number[]
  bytes: number
  /** Drones or clusters of the last frame. */
  shown: number
  /** Age of each drone's last message in a frame, every hundredth, s. */
  agesS: number[]
  /** From the time of the followed drone's newest point until it is shown, ms. */
  lagsMs: number[]
  closed: boolean
  /** Forgets what was measured so far. */
  restart(): void
  close(): void
}

/** Without it, to compare: every frame is whole. */
const readsDeltas = process.env['WHOLE_FRAMES'] === undefined

/** Below the program's limit of twelve live sockets a person. */
const consolesAPerson = 10

/** Access tokens of platform users, who see every drone. */
export const signInPeople = async (db: Db, people: number): Promise<string[]> => {
  const clock = systemClock
  const themes = createThemes({ db, clock, config: loadConfig({}) })
  const sessions = createSessions({ db, clock, events: createEventBus() }, themes)
  const accountId = uuidv7(clock.now())
  await db
    .insertInto('account')
    .values({
      id: accountId,
      path: `${accountId.replaceAll('-', '')}/`,
      type: 'platform',
      name: 'Platform',
      region_code: '156330100',
      time_zone: 'Asia/Shanghai',
    })
    .execute()
  const tokens: string[] = []
  for (let i = 0; i < people; i++) {
    const userId = uuidv7(clock.now())
    await db
      .insertInto('app_user')
      .values({
        id: userId,
        account_id: accountId,
        phone: `+86-1380000${1000 + i}`,
        name: `Person ${i}`,
        user_type: 1,
      })
      .execute()
    tokens.push(
      (
        await tx(db, (t) =>
          sessions.open(
            t,
            userId,
            { host: '127.0.0.1', ip: '127.0.0.1', userAgent: 'bench' },
            false,
          ),
        )
      ).jToken,
    )
  }
  return tokens
}

export const openConsoles = async (
  db: Db,
  httpPorts: readonly number[],
  views: readonly ConsoleView[],
): Promise<Console[]> => {
  const tokens = await signInPeople(db, Math.ceil(views.length / consolesAPerson))
  return await Promise.all(
    views.map((view, i) =>
      open(
        `ws://127.0.0.1:${httpPorts[i % httpPorts.length]}/api/live`,
        tokens[Math.floor(i / consolesAPerson)]!,
        view,
      ),
    ),
  )
}

const open = (url: string, token: string, view: ConsoleView): Promise<Console> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(url)
    socket.binaryType = 'arraybuffer'
    const tell = (request: LiveRequest): void => socket.send(JSON.stringify(request))
    const frames = new FrameReader()
    let lastMs = NaN
    let shownMs = NaN
    const receive = (message: LiveMessage): void => {
      if (message.type === 'drone' && message.drone.tMs !== shownMs) {
        if (!Number.isNaN(shownMs)) own.lagsMs.push(Date.now() - message.drone.tMs)
        shownMs = message.drone.tMs
      }
      if (message.type !== 'ready') return
      tell({ type: 'view', bounds: view.bounds, zoom: view.zoom, filters: {}, showOffline: true })
      if (view.follow !== undefined) tell({ type: 'follow', droneId: view.follow })
      resolve(own)
    }
    const own: Console = {
      view,
      intervalsMs: [],
      bytes: 0,
      shown: 0,
      agesS: [],
      lagsMs: [],
      closed: false,
      restart: () => {
        own.intervalsMs = []
        own.agesS = []
        own.lagsMs = []
        own.bytes = 0
      },
      close: () => socket.close(),
    }
    socket.addEventListener('open', () =>
      tell({ type: 'hello', token, language: 'en', readsDeltas }),
    )
    socket.addEventListener('close', (event) => {
      own.closed = true
      reject(new Error(`A console was closed: ${event.code}`))
    })
    socket.addEventListener('message', ({ data }: { data: unknown }) => {
      if (typeof data === 'string') {
        receive(JSON.parse(data) as LiveMessage)
        return
      }
      const nowMs = performance.now()
      if (!Number.isNaN(lastMs)) own.intervalsMs.push(nowMs - lastMs)
      lastMs = nowMs
      const frame = frames.read(data as ArrayBuffer)
      own.bytes += (data as ArrayBuffer).byteLength
      if (frame?.kind === 'drones') {
        own.shown = frame.drones.length
        for (let i = 0; i < frame.drones.length; i += 100) own.agesS.push(frame.drones[i]!.ageS)
      } else own.shown = frame?.clusters.length ?? 0
    })
  })

// A console with an open monitor: it compares each position that it is sent with the flight plan.
import { setTimeout as sleep } from 'node:timers/promises'
import { decodeFrame, type LiveMessage, type LiveRequest } from '@swath/contract/live/live'
import { isOnPlan } from './flight-plan.ts'
import type { Pauses } from './pauses.ts'
import type { Fact } from './truth.ts'

type Options = {
  port: number
  bearer: string
  /** Number of points that a drone has sent; undefined: not a drone of the campaign. */
  sentBy: (droneId: string) => { drone: number; sent: number } | undefined
  note: (fact: Fact) => void
  pauses: Pauses
  isOver: () => boolean
}

const view: LiveRequest = {
  type: 'view',
  bounds: [119, 29, 122, 32],
  zoom: 15,
  filters: {},
  showOffline: true,
}
/** A frame comes each second; a socket without one for this time is opened again. */
const silentMs = 3_000

/** Resolves when the socket is closed, or silent. */
const watchOnce = (who: string, options: Options): Promise<void> =>
  new Promise((resolve) => {
    const { port, bearer, sentBy, note, pauses, isOver } = options
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/live`)
    socket.binaryType = 'arraybuffer'
    const names = new Map<number, string>()
    let late = setTimeout(() => socket.close(), silentMs)
    const say = (request: LiveRequest): void => socket.send(JSON.stringify(request))
    socket.addEventListener('open', () => say({ type: 'hello', token: bearer, language: 'en' }))
    socket.addEventListener('error', () => undefined) // `close` follows
    socket.addEventListener('close', () => {
      clearTimeout(late)
      resolve()
    })
    const check = (frame: ArrayBuffer): void => {
      const shown = decodeFrame(frame)
      if (shown?.kind !== 'drones') return
      for (const { slot, lng, lat } of shown.drones) {
        const droneId = names.get(slot)
        const plan = droneId === undefined ? undefined : sentBy(droneId)
        if (plan && !isOnPlan(plan.drone, plan.sent, lng, lat))
          note({ kind: 'wrong', what: `${droneId} was shown at ${lng}, ${lat}` })
      }
    }
    socket.addEventListener('message', ({ data }: { data: unknown }) => {
      clearTimeout(late)
      late = setTimeout(() => socket.close(), silentMs)
      if (isOver()) return socket.close()
      if (typeof data !== 'string') {
        check(data as ArrayBuffer)
        return pauses.heard(who)
      }
      const message = JSON.parse(data) as LiveMessage
      if (message.type === 'ready') say(view)
      if (message.type === 'names')
        for (const [slot, droneId] of message.drones) names.set(slot, droneId)
    })
  })

export const watchMonitor = async (who: string, options: Options): Promise<void> => {
  while (!options.isOver()) {
    await watchOnce(who, options)
    await sleep(150)
  }
}

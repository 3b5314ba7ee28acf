// A drone of the campaign. Like a real one it keeps what was not acknowledged and sends it again on
// the next connection; its clock runs on, so that it has points to catch up with after an outage.
import { setTimeout as sleep } from 'node:timers/promises'
import mqtt from 'mqtt'
import { landingOf, pointOf, pointsInFlight, swathWidthM, takeOffOf } from './flight-plan.ts'
import type { Pauses } from './pauses.ts'
import type { Fact } from './truth.ts'

export type DroneLogin = { droneId: string; secret: string; drone: number }

export type Drone = {
  /** Number of points sent so far. */
  sent: () => number
  /** Ends its last flight and resolves when everything is acknowledged. */
  finish(): Promise<void>
}

const pointsInMessage = 3
/** Between two messages of a drone that has nothing to catch up with. */
const usualMs = pointsInMessage * 125
/** Fast enough to catch up, below the limit of 50 messages a second. */
const catchUpMs = 25

type Options = { login: DroneLogin; port: number; note: (fact: Fact) => void; pauses: Pauses }

export const startDrone = ({ login, port, note, pauses }: Options): Drone => {
  const { droneId, secret, drone } = login
  const startMs = Date.now()
  const boot = startMs.toString(36)
  note({ kind: 'drone', droneId, drone, startMs, boot })
  const client = mqtt.connect({
    host: '127.0.0.1',
    port,
    clientId: droneId,
    username: droneId,
    password: secret,
    protocolVersion: 4,
    reconnectPeriod: 150,
    // "The service cannot check at this moment: try again later" (docs/device-protocol.md).
    reconnectOnConnackError: true,
    connectTimeout: 3_000,
    keepalive: 3,
    queueQoSZero: false,
  })
  client.on('error', () => undefined) // it reconnects automatically
  const topic = `v1/d/${droneId}`
  let sent = 0
  let isFinishing = false

  /** The client keeps the message over reconnections until it is acknowledged. */
  const send = async (name: string, message: object): Promise<void> => {
    await client.publishAsync(`${topic}/${name}`, JSON.stringify({ v: 1, boot, ...message }), {
      qos: 1,
    })
    pauses.heard(droneId)
  }

  const sendPoints = async (from: number, until: number): Promise<void> => {
    const pts = Array.from({ length: until - from }, (_, i) => {
      const { tMs, lng, lat } = pointOf(drone, startMs, from + i)
      return { t: tMs, lng, lat, height: 3, speed: 5, flow: 2.4, pump: true, width: swathWidthM }
    })
    sent = until
    await send('track', { seq: from, pts })
    note({ kind: 'points', droneId, from, until })
    const lateMs = Date.now() - pts.at(-1)!.t
    await sleep(lateMs > usualMs ? catchUpMs : usualMs)
  }

  const sendEvent = async (type: 'takeoff' | 'landing', flight: number): Promise<void> => {
    const tMs = type === 'takeoff' ? takeOffOf(startMs, flight) : landingOf(startMs, flight)
    await sleep(Math.max(0, tMs - Date.now()))
    await send('event', { t: tMs, type, sortie: flight + 1 })
    note({ kind: 'event', droneId, type, flight, tMs })
  }

  const fly = async (): Promise<void> => {
    for (let flight = 0; !isFinishing; flight++) {
      await sendEvent('takeoff', flight)
      const first = flight * pointsInFlight
      for (let from = first; from < first + pointsInFlight; from += pointsInMessage)
        await sendPoints(from, from + pointsInMessage)
      await sendEvent('landing', flight)
    }
  }

  const flying = fly()
  return {
    sent: () => sent,
    finish: async () => {
      isFinishing = true
      await flying
      client.end(true)
    },
  }
}

// A drone for a test: an ordinary MQTT client with credentials issued by the console.
import { setTimeout as sleep } from 'node:timers/promises'
import mqtt, { type MqttClient } from 'mqtt'
import type { Credentials } from './calls.ts'

export type Place = readonly [lng: number, lat: number]
/** Further fields of a point, named as in the device protocol. */
type Extra = {
  height?: number
  speed?: number
  heading?: number
  pump?: boolean
  fields?: ExtraFields
}
export type ExtraFields = Readonly<Record<string, number | readonly number[]>>

/** `fields` are further fields of this point only. */
export type Step = {
  readonly at: Place
  readonly pump: boolean
  readonly fields?: Readonly<Record<string, number>>
}

export type Device = {
  readonly droneId: string
  takeOff: () => Promise<void>
  /** One point, now; resolves when it is stored. */
  at: (place: Place, extra?: Extra) => Promise<void>
  land: () => Promise<void>
  /** Sends a state message with further fields. */
  say: (state: object) => Promise<void>
  /**
   * Sends a whole flight that ends now, by default a position each second, at once as after a gap in
   * the link.
   */
  fly: (
    steps: readonly Step[],
    fields?: Readonly<Record<string, number>>,
    stepMs?: number,
  ) => Promise<void>
  /** From now on it executes every command; the callback receives its type. */
  obey: (onCommand: (type: string) => void) => Promise<void>
  end: () => Promise<void>
}

const obeyCommands = async (
  client: MqttClient,
  droneId: string,
  onCommand: (type: string) => void,
  answer: (reply: object) => Promise<void>,
): Promise<void> => {
  client.on('message', (_topic, payload) => {
    const { type, id } = JSON.parse(payload.toString()) as { type: string; id?: string }
    // a state message has no id, and is not answered
    if (id === undefined) return
    onCommand(type)
    void answer({ id, result: 'done' })
  })
  await client.subscribeAsync(`v1/d/${droneId}/down`, { qos: 1 })
}

/** What a point says unless a journey says otherwise. */
const usualPoint = {
  height: 3,
  speed: 5,
  heading: 90,
  flow: 2.4,
  width: 5,
  battery: 80,
  fix: 6,
  sats: 20,
}

export const connectDevice = async ({
  username,
  password,
  mqttPort,
}: Credentials): Promise<Device> => {
  const client: MqttClient = await mqtt.connectAsync({
    host: '127.0.0.1',
    port: mqttPort,
    clientId: username,
    username,
    password,
    protocolVersion: 4,
    reconnectPeriod: 500,
  })
  client.on('error', () => undefined) // while the server is down; it reconnects
  const boot = Date.now().toString(36)
  let seq = 0
  let sortie = 0
  const publish = async (topic: string, message: object): Promise<void> => {
    await client.publishAsync(
      `v1/d/${username}/${topic}`,
      JSON.stringify({ v: 1, boot, ...message }),
      { qos: 1 },
    )
  }
  return {
    droneId: username,
    takeOff: () =>
      publish('event', { seq: seq++, t: Date.now(), type: 'takeoff', sortie: ++sortie }),
    at: ([lng, lat], { height = 3, speed = 5, heading = 90, pump = false, fields } = {}) =>
      publish('track', {
        seq: seq++,
        pts: [
          {
            ...usualPoint,
            t: Date.now(),
            lng,
            lat,
            height,
            speed,
            heading,
            pump,
            link: 90,
            flow: pump ? usualPoint.flow : 0,
            ...fields,
          },
        ],
      }),
    say: (state) => publish('state', { online: true, ...state }),
    land: () => publish('event', { seq: seq++, t: Date.now(), type: 'landing', sortie }),
    fly: async (steps, fields = {}, stepMs = 1_000) => {
      const startMs = Date.now() - steps.length * stepMs
      await publish('event', { seq: seq++, t: startMs, type: 'takeoff', sortie: ++sortie })
      const pts = steps.map(({ at: [lng, lat], pump, fields: more = {} }, i) => ({
        ...usualPoint,
        t: startMs + (i + 1) * stepMs,
        lng,
        lat,
        pump,
        ...fields,
        ...more,
        ...(pump ? {} : { flow: 0 }),
      }))
      await publish('track', { seq, pts })
      seq += pts.length
      await publish('event', { seq: seq++, t: Date.now(), type: 'landing', sortie })
    },
    obey: (onCommand) =>
      obeyCommands(client, username, onCommand, (reply) => publish('reply', reply)),
    end: () => client.endAsync(true),
  }
}

/**
 * Flies sixty metres to the east with the pump on, in real time: a flight that began before its
 * drone was leased or taken over is charged to no one.
 */
export const flyPass = async (device: Device): Promise<void> => {
  for (let i = 0; i < 13; i++) {
    await device.at([120.05 + i * 0.00005, 30.55], { pump: true })
    await sleep(1_000)
  }
}

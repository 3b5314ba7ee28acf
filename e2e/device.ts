// A drone of the test's own: an ordinary MQTT client with credentials that the console issued.
import mqtt, { type MqttClient } from 'mqtt'
import type { Credentials } from './calls.ts'

export type Place = readonly [lng: number, lat: number]
type Extra = { height?: number; speed?: number; heading?: number; pump?: boolean }

export type Step = { readonly at: Place; readonly pump: boolean }

export type Device = {
  readonly droneId: string
  takeOff: () => Promise<void>
  /** One point, now; resolves when it is stored. */
  at: (place: Place, extra?: Extra) => Promise<void>
  land: () => Promise<void>
  /** A whole flight that ends now, a place each second, told at once as after a gap in the link. */
  fly: (steps: readonly Step[], told?: Readonly<Record<string, number>>) => Promise<void>
  end: () => Promise<void>
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
  client.on('error', () => undefined) // while the server is away; it is connected again
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
    at: ([lng, lat], { height = 3, speed = 5, heading = 90, pump = false } = {}) =>
      publish('track', {
        seq: seq++,
        pts: [
          {
            t: Date.now(),
            lng,
            lat,
            height,
            speed,
            heading,
            flow: pump ? 2.4 : 0,
            pump,
            width: 5,
            battery: 80,
            link: 90,
            fix: 6,
            sats: 20,
          },
        ],
      }),
    land: () => publish('event', { seq: seq++, t: Date.now(), type: 'landing', sortie }),
    fly: async (steps, told = {}) => {
      const startMs = Date.now() - steps.length * 1_000
      await publish('event', { seq: seq++, t: startMs, type: 'takeoff', sortie: ++sortie })
      const pts = steps.map(({ at: [lng, lat], pump }, i) => ({
        t: startMs + (i + 1) * 1_000,
        lng,
        lat,
        height: 3,
        speed: 5,
        heading: 90,
        flow: pump ? 2.4 : 0,
        pump,
        width: 5,
        battery: 80,
        fix: 6,
        sats: 20,
        ...told,
      }))
      await publish('track', { seq, pts })
      seq += pts.length
      await publish('event', { seq: seq++, t: Date.now(), type: 'landing', sortie })
    },
    end: () => client.endAsync(true),
  }
}

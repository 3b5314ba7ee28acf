// Simulates two processes on one database: the first accepts devices and recomputes their data, the
// second only shows it.
import mqtt from 'mqtt'
import { pino } from 'pino'
import { systemClock } from '../platform/clock/clock.ts'
import { openDatabase, type Db } from '../platform/database/database.ts'
import { createEventBus, type EventBus } from '../platform/events/events.ts'
import { startGateway, type Gateway } from './gateway.ts'
import type { TestFleet } from './testing.seed.ts'

export type SplitInstallation = {
  worker: Gateway
  workerEvents: EventBus
  viewer: Gateway
  viewerEvents: EventBus
  /** Sends a message as a device that is connected to the worker. */
  publish(drone: TestFleet['drones'][number], channel: string, message: object): Promise<void>
  stop(): Promise<void>
}

export const startSplit = async (
  db: Db,
  url: string,
  natsUrl?: string,
): Promise<SplitInstallation> => {
  const log = pino({ level: process.env['LOG'] ?? 'silent' })
  const viewerDb = openDatabase(url, { maxConnections: 2 })
  const [workerEvents, viewerEvents] = [createEventBus(), createEventBus()]
  const common = { clock: systemClock, config: { host: '127.0.0.1', mqttPort: 0, natsUrl }, log }
  const worker = await startGateway({ ...common, db, events: workerEvents })
  const viewer = await startGateway({
    ...common,
    db: viewerDb,
    events: viewerEvents,
    door: false,
    work: false,
  })
  return {
    worker,
    workerEvents,
    viewer,
    viewerEvents,
    publish: async ({ droneId, secret }, channel, message) => {
      const client = await mqtt.connectAsync({
        host: '127.0.0.1',
        port: worker.mqttPort,
        clientId: droneId,
        username: droneId,
        password: secret,
        protocolVersion: 4,
        reconnectPeriod: 0,
      })
      await client.publishAsync(`v1/d/${droneId}/${channel}`, JSON.stringify(message), { qos: 1 })
      await client.endAsync()
    },
    stop: async () => {
      await viewer.stop()
      await worker.stop()
      await viewerDb.destroy()
    },
  }
}

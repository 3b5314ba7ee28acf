// A drone that flies over a gateway's MQTT endpoint, for tests, and a console process that only
// reads the database.
import mqtt from 'mqtt'
import { pino } from 'pino'
import type { Sortie } from '@swath/contract/flights/flight-list'
import { flightRoutes, type SortieDetail, type Track } from '@swath/contract/flights/flights'
import { startGateway, type Gateway } from '../../../gateway/gateway.ts'
import { systemClock } from '../../../platform/clock/clock.ts'
import type { OwnDatabase } from '../../../platform/database/testing.ts'
import { createEventBus } from '../../../platform/events/events.ts'
import { openConsole } from '../../../platform/http/testing-console.ts'
import { flightHandlers } from './flights.routes.ts'
import { insertCredential } from './testing-credentials.queries.ts'
import { insertDroneRow, insertModel } from './testing-rows.queries.ts'

/** Returns once the message is stored. */
const publish = async (gateway: Gateway, droneId: string, channel: string, message: object) => {
  const client = await mqtt.connectAsync({
    host: '127.0.0.1',
    port: gateway.mqttPort,
    clientId: droneId,
    username: droneId,
    password: `secret-${droneId}`,
    protocolVersion: 4,
    reconnectPeriod: 0,
  })
  await client.publishAsync(`v1/d/${droneId}/${channel}`, JSON.stringify(message), { qos: 1 })
  await client.endAsync()
}

export const startFlyingTest = async (own: OwnDatabase, natsUrl?: string) => {
  const { db } = own
  const console_ = await openConsole(own, flightRoutes, flightHandlers, Date.now())
  const maker = await console_.person({ type: 'manufacturer', name: 'Alpha Works' })
  const modelId = await insertModel(db, maker.account.id)
  const gateways: Gateway[] = []

  const start = async (): Promise<Gateway> => {
    const gateway = await startGateway({
      db,
      clock: systemClock,
      config: { host: '127.0.0.1', mqttPort: 0, natsUrl },
      events: createEventBus(),
      log: pino({ level: process.env['LOG'] ?? 'silent' }),
      checkpointMs: 200,
    })
    gateways.push(gateway)
    return gateway
  }

  const stop = async (gateway: Gateway): Promise<void> => {
    gateways.splice(gateways.indexOf(gateway), 1)
    await gateway.stop()
  }

  const insertDrone = async () => {
    const { id } = await insertDroneRow(db, {
      modelId,
      manufacturerId: maker.account.id,
      activation: 2,
    })
    await insertCredential(db, id)
    return id
  }

  const flight = async (droneId: string) => {
    const { items } = await console_.ask<{ items: Sortie[] }>(maker, 'listFlights', {
      query: { droneId },
    })
    const [row] = items
    if (items.length !== 1 || !row) throw new Error(`${items.length} flights`)
    const query = { droneId, sortieId: row.sortieId }
    const detail = await console_.ask<SortieDetail>(maker, 'getSortie', { query })
    const { tracks } = await console_.ask<{ tracks: Track[] }>(maker, 'getTracks', {
      body: { droneId, ids: [row.sortieId] },
    })
    return { row, detail, track: tracks[0]! }
  }

  return {
    start,
    stop,
    insertDrone,
    publish,
    flight,
    close: async () => {
      for (const gateway of [...gateways]) await stop(gateway)
      await console_.close()
    },
  }
}
export type FlyingTest = Awaited<ReturnType<typeof startFlyingTest>>

export const takeoff = (startMs: number) => ({
  v: 1,
  boot: 'b1',
  type: 'takeoff',
  t: startMs,
  sortie: 1,
  seq: 0,
})

/**
 * Seconds [from, to) of a flight over strips of 100 m to the east, 5 m apart, at 5 m/s, 3 L/min and
 * 5 m wide.
 */
export const strips = (startMs: number, from: number, to: number) => ({
  v: 1,
  boot: 'b1',
  seq: from + 1,
  pts: Array.from({ length: to - from }, (_, i) => {
    const [strip, step] = [Math.floor((from + i) / 21), (from + i) % 21]
    return {
      t: startMs + (from + i) * 1000,
      lng: 120.15 + ((strip % 2 ? 20 - step : step) * 5) / 96_262,
      lat: 30.25 + (strip * 5) / 110_860,
      height: 3,
      speed: 5,
      heading: 90,
      flow: 3,
      pump: true,
      width: 5,
    }
  }),
})

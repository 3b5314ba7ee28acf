// Offers firmware to drones on the ground until it is killed: `node testing-rollout-child.ts
// DATABASE_URL DRONE…`. Each line written is a message to a drone, each line read a message from
// one.
import { createInterface } from 'node:readline'
import { pino } from 'pino'
import { systemClock } from '../../platform/clock/clock.ts'
import { openDatabase } from '../../platform/database/database.ts'
import type { LiveState } from '../live/public.ts'
import { startOfferDispatcher } from './offer-dispatcher.ts'

const [url, ...droneIds] = process.argv.slice(2)
const live = { get: (droneId: string) => ({ droneId }), flight: () => 'ground' } as unknown as Pick<
  LiveState,
  'get' | 'flight'
>
const dispatcher = startOfferDispatcher({
  db: openDatabase(url!, { maxConnections: 4 }),
  clock: systemClock,
  log: pino({ level: 'silent' }),
  live,
  publish: async (droneId, payload) => {
    process.stdout.write(`${droneId} ${payload.toString()}\n`)
  },
  lookEachMs: 10,
})
for (const droneId of droneIds) dispatcher.listens(droneId)
for await (const line of createInterface({ input: process.stdin })) {
  const at = line.indexOf(' ')
  await dispatcher.heard(line.slice(0, at), Buffer.from(line.slice(at + 1)))
}

// A gateway in a separate process, to be killed: `node testing-crash-child.ts DATABASE_URL
// MQTT_PORT`.
import { flushCompileCache } from 'node:module'
import { pino } from 'pino'
import { systemClock } from '../platform/clock/clock.ts'
import { openDatabase } from '../platform/database/database.ts'
import { createEventBus } from '../platform/events/events.ts'
import { startGateway } from './gateway.ts'

const [url, port, natsUrl] = process.argv.slice(2)
const db = openDatabase(url!, { maxConnections: 10 })
const log = pino({ level: process.env['LOG'] ?? 'silent' }, pino.destination(2))
const gateway = await startGateway({
  db,
  clock: systemClock,
  config: { host: '127.0.0.1', mqttPort: Number(port), natsUrl },
  events: createEventBus(),
  log,
})
flushCompileCache() // a killed process does not write it
process.stdout.write('ready\n')
process.on('SIGTERM', () => {
  void gateway
    .stop()
    .then(() => db.destroy())
    .then(() => process.exit(0))
})

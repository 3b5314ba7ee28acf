// The gateway, or the whole program, in a separate process, so that its processor time can be
// measured separately. Arguments: gateway | program, the database's address, a folder. Prints its
// ports when it is ready, then accepts commands.
import { pino } from 'pino'
import { startGateway } from '@swath/server/gateway/gateway'
import { systemClock } from '@swath/server/platform/clock/clock'
import { loadConfig } from '@swath/server/platform/config/config'
import { openDatabase } from '@swath/server/platform/database/database'
import { createEventBus } from '@swath/server/platform/events/events'
import { runProgram } from '@swath/server/program'
import { answer } from './processes.ts'

export type GatewayReady = { mqttPort: number; httpPort: number }

const [what, databaseUrl, folder] = process.argv.slice(2) as [string, string, string]
const log = pino({ level: 'warn' }, pino.destination(2))
/** One of the measurements floods the gateway, so the rate limits are off. */
const limits = {
  messagesPerS: 1e9,
  messageBurst: 1e9,
  pointsPerS: 1e9,
  pointBurst: 1e9,
  waitMs: 1e9,
}

const say = (ready: GatewayReady): void => {
  process.stdout.write(`${JSON.stringify(ready)}\n`)
}

if (what === 'gateway') {
  const db = openDatabase(databaseUrl, { maxConnections: 20 })
  const gateway = await startGateway({
    db,
    clock: systemClock,
    config: { host: '127.0.0.1', mqttPort: 0 },
    events: createEventBus(),
    log,
    limits,
  })
  say({ mqttPort: gateway.mqttPort, httpPort: 0 })
  await answer(async (command) => {
    if (command.do === 'written') {
      await gateway.drain() // points wait for 30 seconds otherwise
      return gateway.figures()
    }
    await gateway.stop()
    await db.destroy()
    return null
  })
} else {
  const config = loadConfig({
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    PORT: '0',
    MQTT_PORT: '0',
    DEMO: '0',
  })
  const program = await runProgram({
    config,
    log,
    roles: ['api', 'gateway', 'jobs'],
    progress: () => {},
    developing: true,
  })
  say({ mqttPort: program.mqttPort, httpPort: program.httpPort })
  await answer(async () => {
    await program.stop()
    return null
  })
}
process.exit(0)

// The whole program with a caster, in a separate process. Arguments: the database's address, a
// folder, the caster's port. Prints its other ports when it is ready, and stops at the first
// command.
import { pino } from 'pino'
import { loadConfig } from '@swath/server/platform/config/config'
import { runProgram } from '@swath/server/program'
import { answer } from './processes.ts'

const [databaseUrl, folder, ntripPort] = process.argv.slice(2) as [string, string, string]
const program = await runProgram({
  config: loadConfig({
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    PORT: '0',
    MQTT_PORT: '0',
    NTRIP_PORT: ntripPort,
    DEMO: '0',
  }),
  log: pino({ level: 'error' }, pino.destination(2)),
  roles: ['api', 'gateway', 'jobs'],
  progress: () => undefined,
  developing: true,
  isOwnServer: true, // the benchmark has started it as the program would
})
process.stdout.write(
  `${JSON.stringify({ mqttPort: program.mqttPort, httpPort: program.httpPort })}\n`,
)
await answer(async () => {
  await program.stop()
  return null
})
process.exit(0)

// `npm run cli -- COMMAND`: tasks of the service's operator outside the console.
import { setPriority } from 'node:os'
import { runCommand } from './cli/run-command.ts'

process.exit(
  await runCommand(process.argv.slice(2), {
    env: process.env,
    print: (text) => process.stdout.write(text),
    warn: (text) => process.stderr.write(text),
    lowerPriority: () => setPriority(10),
  }),
)

// Runs a fleet over the public device protocol: node apps/simulator/src/main.ts --mqtt
// mqtt://127.0.0.1:1883 --fleet fleet.json
import { parseArgs } from 'node:util'
import { readFleet } from './fleet.ts'
import { runFleet } from './fleet-runner.ts'

const { values } = parseArgs({
  options: {
    mqtt: { type: 'string', default: 'mqtt://127.0.0.1:1883' },
    http: { type: 'string' },
    fleet: { type: 'string' },
    seed: { type: 'string' },
    speed: { type: 'string', default: '1' },
    duration: { type: 'string' },
    truth: { type: 'string' },
    memory: { type: 'string' },
  },
})
if (values.fleet === undefined) {
  console.error(
    'Usage: main.ts --fleet fleet.json [--mqtt mqtt://host:port] [--http http://host:port] [--seed 7] [--speed 1 | 0 = as fast as acknowledged] [--duration seconds] [--truth out.jsonl] [--memory file.json]',
  )
  process.exit(2)
}

const fleet = readFleet(values.fleet)
const run = runFleet({
  fleet,
  mqttUrl: values.mqtt,
  httpUrl: values.http ?? null,
  seed: values.seed ?? String(fleet.seed),
  speed: Number(values.speed),
  durationS: values.duration === undefined ? null : Number(values.duration),
  truthPath: values.truth ?? null,
  memoryPath: values.memory ?? null,
})
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, run.stop)
// Stop when the parent process disconnects: a fleet does not outlive its server.
if (process.send !== undefined) process.once('disconnect', run.stop)
await run.finished
console.log(JSON.stringify(run.counts))
setTimeout(() => process.exit(0), 500).unref()

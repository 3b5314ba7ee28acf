// Many drones for a load test. Credentials: JSON lines {"droneId","secret"}. Flies them at a point
// per second and prints one JSON line at the end; with --acknowledged it also writes the
// acknowledged messages by drone. With --commands it executes the JSON lines of its input one after
// the other instead, and answers each with a line.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { LoadFleet } from './load-fleet.ts'
import type { LoadCredential } from './load-fleet.ts'

export type LoadCommand =
  | { readonly do: 'connect'; readonly drones: number; readonly aSecond: number }
  | {
      readonly do: 'pace'
      readonly seconds: number
      readonly drones: number
      readonly pointsAMessage: number
      /** Between two messages of a drone; as many as it has points by default. */
      readonly everyS?: number
    }
  | {
      readonly do: 'flood'
      readonly points: number
      readonly drones: number
      readonly pointsAMessage: number
      readonly inFlight: number
    }
  | { readonly do: 'acknowledged'; readonly path: string }
  | { readonly do: 'close' }

const KEEP_ALIVE_MS = 5_000

const { values } = parseArgs({
  options: {
    mqtt: { type: 'string', default: 'mqtt://127.0.0.1:1883' },
    credentials: { type: 'string' },
    first: { type: 'string', default: '0' },
    drones: { type: 'string' },
    duration: { type: 'string', default: '60' },
    batch: { type: 'string', default: '1' },
    connects: { type: 'string', default: '500' },
    acknowledged: { type: 'string' },
    commands: { type: 'boolean', default: false },
  },
})
if (values.credentials === undefined) {
  console.error(
    'Usage: load.ts --credentials file.jsonl [--first 0] [--drones n] [--mqtt url] [--duration 60] [--batch points a message] ' +
      '[--connects 500 a second] [--acknowledged out.jsonl] | --commands',
  )
  process.exit(2)
}
const first = Number(values.first)
const credentials = readFileSync(values.credentials, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as LoadCredential)
  .slice(first, values.drones === undefined ? undefined : first + Number(values.drones))
const fleet = new LoadFleet(values.mqtt, credentials, undefined, first)
const keepAlive = setInterval(() => fleet.keepAlive(), KEEP_ALIVE_MS)

async function obey(command: LoadCommand): Promise<unknown> {
  switch (command.do) {
    case 'connect':
      return { tookMs: await fleet.connect(command.drones, command.aSecond) }
    case 'pace':
      return await fleet.pace(
        command.seconds,
        command.drones,
        command.pointsAMessage,
        command.everyS,
      )
    case 'flood':
      return await fleet.flood(
        command.points,
        command.drones,
        command.pointsAMessage,
        command.inFlight,
      )
    case 'acknowledged':
      return fleet.writeAcknowledged(command.path)
    case 'close':
      return fleet.close()
  }
}

if (values.commands) {
  for await (const line of createInterface({ input: process.stdin })) {
    const command = JSON.parse(line) as LoadCommand
    console.log(JSON.stringify((await obey(command)) ?? {}))
    if (command.do === 'close') break
  }
} else {
  await fleet.connect(credentials.length, Number(values.connects))
  console.log(
    JSON.stringify(
      await fleet.pace(Number(values.duration), credentials.length, Number(values.batch)),
    ),
  )
  if (values.acknowledged !== undefined) fleet.writeAcknowledged(values.acknowledged)
  fleet.close()
}
clearInterval(keepAlive)
setTimeout(() => process.exit(0), 500) // let the last messages be sent

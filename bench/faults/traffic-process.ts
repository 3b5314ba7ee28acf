// The traffic of a campaign, in a process that no fault touches: drones, people who move money, and
// readers. Argument: a JSON file with a `TrafficPlan`. It answers commands with JSON lines.
import { readFileSync } from 'node:fs'
import { answer } from '../processes.ts'
import { seeded } from '../seeded.ts'
import { createAsk } from './calls.ts'
import { startDrone, type DroneLogin } from './drone.ts'
import { enterCredits, readBalance, rechargeAndSpend, type Bounds } from './money.ts'
import { watchMonitor } from './monitor.ts'
import { createPauses } from './pauses.ts'
import { createTruth } from './truth.ts'
import { uploadPictures } from './uploads.ts'

export type TrafficPlan = {
  mqttPort: number
  httpPort: number
  truthPath: string
  seed: number
  drones: readonly DroneLogin[]
  /** Of a lessor's manager. */
  bearer: string
  /** Its client that only gets credits. */
  creditedId: number
  /** Its client that recharges and spends. */
  spendingId: number
  /** Whether a person uploads files: the processes must share the store. */
  hasFiles: boolean
}
/** The answer to `settle`. */
export type Settled = { longestMs: number; who: string; problem: string | null }

const finishLimitMs = 60_000
const plan = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as TrafficPlan
const { note } = createTruth(plan.truthPath)
const people = ['credits A', 'credits B', 'recharges', 'balance']
const everyone = [...plan.drones.map(({ droneId }) => droneId), ...people]
const pauses = createPauses()
let isOver = false

const drones = plan.drones.map((login) => startDrone({ login, port: plan.mqttPort, note, pauses }))
const places = new Map(plan.drones.map(({ droneId }, i) => [droneId, i]))
const sentBy = (droneId: string) => {
  const i = places.get(droneId)
  return i === undefined ? undefined : { drone: plan.drones[i]!.drone, sent: drones[i]!.sent() }
}
const { httpPort, bearer } = plan
const options = {
  ask: createAsk(httpPort, bearer),
  note,
  pauses,
  random: seeded(plan.seed),
  isOver: () => isOver,
}
const bounds: Bounds = { confirmedMinor: 0, triedMinor: 0 }
const running = [
  enterCredits('credits A', plan.creditedId, bounds, options),
  enterCredits('credits B', plan.creditedId, bounds, options),
  rechargeAndSpend('recharges', plan.spendingId, options),
  readBalance('balance', plan.creditedId, bounds, options),
  watchMonitor('monitor', { port: httpPort, bearer, sentBy, note, pauses, isOver: () => isOver }),
]
if (plan.hasFiles) running.push(uploadPictures(options))

process.stdout.write('{}\n')
await answer(async (command) => {
  if (command.do === 'settle') {
    // Without the monitor, which has one frame a second: a fault would take longer than its effects.
    const problem = await pauses.all(everyone, command['limitMs'] as number).then(
      () => null,
      (error: Error) => error.message,
    )
    const { ms, who } = pauses.takeLongest()
    return { longestMs: ms, who, problem } satisfies Settled
  }
  await pauses.all([...everyone, 'monitor'], finishLimitMs)
  await Promise.all(drones.map((drone) => drone.finish()))
  isOver = true
  await Promise.all(running)
  return null
})
process.exit(0)

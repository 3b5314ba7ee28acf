// Failovers of the primary under traffic, one after the other, then the comparison of everything that
// was acknowledged with everything that is stored.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Comparison } from '../faults/compare.ts'
import type { Settled, TrafficPlan } from '../faults/traffic-process.ts'
import { readTruth } from '../faults/truth.ts'
import { startScript, type Talker } from '../processes.ts'
import type { Node } from './network.ts'
import { watchStoredPoints, type StoredPoints } from './stored-points.ts'
import { startFailoverWorld, type FailoverWorld, type WorldOptions } from './world.ts'

/**
 * `kill`: PostgreSQL and Patroni of the primary end. `partition`: its machine has no network. `late
 * replicas`: first the replicas have no network, then the primary ends, and they have it again.
 */
export const faultNames = ['kill', 'partition', 'late replicas'] as const
export type FaultName = (typeof faultNames)[number]

export type FailoverOptions = Omit<WorldOptions, 'folder'> & {
  faults: readonly FaultName[]
  /** Otherwise it ends when everyone has an answer, for one fault only. */
  waitsForOldPrimary: boolean
  seed: number
  say: (text: string) => void
}

/** Seconds from the fault. */
export type Failover = {
  fault: FaultName
  /** Until a drone had the next acknowledgement after the interruption. */
  acknowledgedS: number
  /** The longest time without an acknowledgement to any drone. */
  silentS: number
  /** Until the next entry of money was confirmed. */
  moneyS: number
  /** Until more points were in the table of tracks; checkpoints are up to 5 s apart. */
  storedS: number
  /** Until each drone and each person had an answer. */
  everyoneS: number
  /** Until the old primary streamed from the new one; it comes back when everyone has an answer. */
  wholeS: number
  from: string
  to: string
}

export type FailoverResult = Comparison & {
  failovers: Failover[]
  rewinds: number
  /** Processes of the program that ended. */
  ended: string[]
  /** Why it ended early; null: it did not. */
  broken: string | null
}

const settleLimitMs = 90_000
const computeLimitMs = 90_000
/** Between two failovers, so that the cluster is at rest and drones have caught up. */
const restMs = 3_000

const startTraffic = async (
  { mqttPort, httpPort, prepared }: FailoverWorld,
  { folder, seed, log }: { folder: string; seed: number; log: string },
): Promise<{ traffic: Talker; truthPath: string }> => {
  const truthPath = join(folder, 'truth.jsonl')
  writeFileSync(truthPath, '')
  const plan: TrafficPlan = { mqttPort, httpPort, truthPath, seed, hasFiles: false, ...prepared }
  const path = join(folder, `plan-${log}.json`)
  writeFileSync(path, JSON.stringify(plan))
  const traffic = startScript(new URL('../faults/traffic-process.ts', import.meta.url), [path])
  await traffic.ready()
  return { traffic, truthPath }
}

/**
 * The longest pause after the fault, s, and when it ended. What was acknowledged just before the
 * fault may still arrive after it.
 */
const findPause = (timesMs: readonly number[], faultMs: number): { s: number; endS: number } => {
  let longest = { s: 0, endS: Infinity }
  let lastMs = faultMs
  for (const atMs of timesMs) {
    if (atMs < faultMs) continue
    const pauseS = (atMs - lastMs) / 1_000
    if (pauseS > longest.s) longest = { s: pauseS, endS: (atMs - faultMs) / 1_000 }
    lastMs = atMs
  }
  return longest
}

type Running = { world: FailoverWorld; traffic: Talker; truthPath: string; stored: StoredPoints }

/** Without replicas; less than Patroni's `retry_timeout`, so that the primary stays one. */
const withoutReplicasMs = 1_500

/** @returns when the primary was lost, and what brings its machine back */
const lose = async (fault: FaultName, old: Node, { cluster }: FailoverWorld) => {
  if (fault === 'partition') {
    old.pullCable()
    return { faultMs: Date.now(), heal: () => old.plugCable() }
  }
  const isLate = fault === 'late replicas'
  const others = isLate ? cluster.nodes.filter((node) => node !== old) : []
  for (const node of others) node.pullCable()
  if (isLate) await sleep(withoutReplicasMs)
  // Otherwise the kernel would still send what PostgreSQL has written to its sockets.
  if (isLate) old.pullCable()
  cluster.kill(old)
  for (const node of others) node.plugCable()
  return {
    faultMs: Date.now(),
    heal: () => {
      if (isLate) old.plugCable()
      cluster.revive(old)
    },
  }
}

const failOver = async (
  fault: FaultName,
  { world, traffic, truthPath, stored }: Running,
  waitsForOldPrimary: boolean,
): Promise<Failover> => {
  const { cluster } = world
  await cluster.whole()
  const old = await cluster.findPrimary()
  const { faultMs, heal } = await lose(fault, old, world)
  const sinceS = (): number => (Date.now() - faultMs) / 1_000
  // What was on its way arrives, before everyone is asked for an answer.
  await sleep(1_000)
  const { problem } = await traffic.ask<Settled>({ do: 'settle', limitMs: settleLimitMs })
  const everyoneS = sinceS()
  if (problem !== null) throw new Error(problem)
  const next = await cluster.findPrimary()
  if (waitsForOldPrimary) {
    heal()
    await cluster.whole()
  }
  const wholeS = sinceS()
  const facts = readTruth(truthPath)
  const times = (kind: string): number[] =>
    facts.filter((fact) => fact.kind === kind).map(({ atMs }) => atMs)
  await sleep(restMs)
  const silence = findPause(times('points'), faultMs)
  return {
    fault,
    acknowledgedS: silence.endS,
    silentS: silence.s,
    moneyS: findPause(times('confirmed'), faultMs).endS,
    storedS: findPause(stored.timesMs, faultMs).endS,
    everyoneS,
    wholeS,
    from: old.name,
    to: next.name,
  }
}

/**
 * The folder with the truth and the logs is kept if something is wrong.
 * @throws if the installation cannot be started
 */
export const runFailovers = async (options: FailoverOptions): Promise<FailoverResult> => {
  const { faults, seed, log, say } = options
  const folder = mkdtempSync(join(tmpdir(), 'swath-failover-'))
  chmodSync(folder, 0o755) // PostgreSQL runs as another user
  const startedMs = performance.now()
  const world = await startFailoverWorld({ ...options, folder })
  let result: FailoverResult | undefined
  try {
    const { traffic, truthPath } = await startTraffic(world, { folder, seed, log })
    await traffic.ask({ do: 'settle', limitMs: settleLimitMs })
    say(`traffic after ${((performance.now() - startedMs) / 1_000).toFixed(1)} s`)
    const stored = watchStoredPoints(world.cluster.primaryUrl)
    const failovers: Failover[] = []
    let broken: string | null = null
    for (const fault of faults) {
      try {
        const one = await failOver(
          fault,
          { world, traffic, truthPath, stored },
          options.waitsForOldPrimary,
        )
        failovers.push(one)
        say(
          `${fault}, ${one.from} to ${one.to}: acknowledged after ${one.acknowledgedS.toFixed(1)} s, money after ${one.moneyS.toFixed(1)} s, stored after ${one.storedS.toFixed(1)} s, everyone after ${one.everyoneS.toFixed(1)} s, whole after ${one.wholeS.toFixed(1)} s`,
        )
      } catch (error) {
        broken = `failover ${failovers.length + 1} (${fault}): ${(error as Error).message}`
        break
      }
    }
    await stored.stop()
    await traffic.ask({ do: 'stop' }).catch((error: Error) => {
      broken ??= error.message
    })
    const compared = await world.runScript<Comparison>('compare-process.ts', {
      truthPath,
      limitMs: computeLimitMs,
      httpPort: world.httpPort,
      bearer: world.prepared.bearer,
    })
    const rewinds = world.cluster.countRewinds()
    result = { ...compared, failovers, rewinds, ended: [...world.ended], broken }
    return result
  } finally {
    await world.stop()
    // Processes that were just killed may still have files open.
    if (result && isClean(result)) rmSync(folder, { recursive: true, maxRetries: 20 })
    else say(`The truth and the logs are in ${folder}`)
  }
}

export const isClean = ({ lost, doubled, wrong, broken, ended }: FailoverResult): boolean =>
  lost === 0 && doubled === 0 && wrong === 0 && broken === null && ended.length === 0

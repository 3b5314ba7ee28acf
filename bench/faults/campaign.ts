// A campaign: one fault after the other on a running installation under traffic, then the comparison
// of everything that was acknowledged with everything that is stored.
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startScript, type Talker } from '../processes.ts'
import { seeded } from '../seeded.ts'
import type { Comparison } from './compare.ts'
import type { ToCompare } from './compare-process.ts'
import { startClusterWorld } from './cluster-world.ts'
import { startEmbeddedWorld } from './embedded-world.ts'
import { between, type Fault, type Random } from './fault.ts'
import { faultKinds } from './kinds.ts'
import type { Plant } from './plants.ts'
import type { Settled, TrafficPlan } from './traffic-process.ts'
import type { Setup, World, WorldOptions } from './world.ts'

export type Campaign = {
  setup: Setup
  faults: number
  /** Ends earlier after this time. */
  minutes?: number
  seed: number
  /** Names of kinds; undefined: all that work in this set-up. */
  kinds?: readonly string[]
  plant?: Plant
  drones: number
  say: (text: string) => void
}

export type KindResult = { name: string; faults: number; longestMs: number }
export type CampaignResult = Comparison & {
  setup: Setup
  seed: number
  kinds: KindResult[]
  faults: number
  seconds: number
  /** The longest time in which somebody had no answer, and under which fault. */
  longestMs: number
  longestUnder: string
  /** Why the campaign ended early; null: it did not. */
  broken: string | null
  /** Messages that services of others received. */
  outside: Readonly<Record<string, number>>
}

/** Everyone must have an answer again within this time. */
const settleLimitMs = 90_000
const computeLimitMs = 90_000
/** What a planted bug has lost does not return; what only waits is stored by then. */
const plantedLimitMs = 30_000

/** Each kind once, in random order, then by weight. */
const drawKinds = (kinds: readonly Fault[], count: number, random: Random): Fault[] => {
  const all = kinds.reduce((sum, { weight }) => sum + weight, 0)
  const drawOne = (): Fault => {
    let left = random() * all
    return kinds.find(({ weight }) => (left -= weight) < 0) ?? kinds.at(-1)!
  }
  const order = kinds.map((kind) => ({ kind, at: random() })).toSorted((a, b) => a.at - b.at)
  const first = order.map(({ kind }) => kind).slice(0, count)
  return [...first, ...Array.from({ length: count - first.length }, drawOne)]
}

type Running = { world: World; traffic: Talker; random: Random; note: (fault: object) => void }

/** Applies one fault and waits until everyone has an answer. @returns the longest pause */
const applyOne = async ({ world, traffic, random, note }: Running, fault: Fault) => {
  const startedAt = new Date().toISOString()
  const heal = await fault.apply(world, random)
  await sleep(between(fault.seconds, random) * 1_000)
  await heal()
  await world.recover()
  const settled = await traffic.ask<Settled>({ do: 'settle', limitMs: settleLimitMs })
  const victims = world.victims.splice(0)
  note({ kind: fault.name, victims, startedAt, endedAt: new Date().toISOString(), ...settled })
  if (settled.problem !== null) throw new Error(settled.problem)
  return settled
}

type Tally = Pick<CampaignResult, 'kinds' | 'faults' | 'longestMs' | 'longestUnder' | 'broken'>

const applyAll = async (running: Running, kinds: readonly Fault[], campaign: Campaign) => {
  const tally: Tally = { kinds: [], faults: 0, longestMs: 0, longestUnder: '', broken: null }
  const untilMs = performance.now() + (campaign.minutes ?? Infinity) * 60_000
  for (const kind of kinds) {
    if (performance.now() > untilMs) break
    try {
      const { longestMs } = await applyOne(running, kind)
      const known = tally.kinds.find(({ name }) => name === kind.name)
      if (known) {
        known.faults++
        known.longestMs = Math.max(known.longestMs, longestMs)
      } else tally.kinds.push({ name: kind.name, faults: 1, longestMs })
      if (longestMs > tally.longestMs) {
        tally.longestMs = longestMs
        tally.longestUnder = kind.name
      }
      tally.faults++
      if (tally.faults % 25 === 0) campaign.say(`${campaign.setup}: ${tally.faults} faults`)
    } catch (error) {
      tally.broken = `fault ${tally.faults + 1} (${kind.name}): ${(error as Error).message}`
      break
    }
  }
  return tally
}

const worldOptions = ({ plant, drones }: Campaign, logFolder: string): WorldOptions => {
  const hook = new URL('plant-hook.ts', import.meta.url)
  if (plant) hook.searchParams.set('plant', plant.name)
  return {
    drones,
    logFolder,
    nodeFlags: plant ? [`--import=${hook.href}`] : [],
    environment: plant?.environment ?? {},
  }
}

const startTraffic = async (world: World, folder: string, seed: number): Promise<Talker> => {
  const { mqttPort, httpPort, prepared } = world
  const truthPath = join(folder, 'truth.jsonl')
  writeFileSync(truthPath, '')
  const hasFiles = world.setup === 'embedded'
  const plan: TrafficPlan = { mqttPort, httpPort, truthPath, seed, hasFiles, ...prepared }
  const path = join(folder, 'plan.json')
  writeFileSync(path, JSON.stringify(plan))
  const traffic = startScript(new URL('traffic-process.ts', import.meta.url), [path])
  await traffic.ready()
  return traffic
}

/**
 * The folder with the truth and the list of faults is kept if something is wrong.
 * @throws if the installation cannot be started
 */
export const runCampaign = async (campaign: Campaign): Promise<CampaignResult> => {
  const { setup, seed, say } = campaign
  const random = seeded(seed)
  const kinds = faultKinds
    .filter(({ setups }) => setups.includes(setup))
    .filter(({ name }) => campaign.kinds?.includes(name) ?? true)
  const folder = mkdtempSync(join(tmpdir(), 'swath-faults-'))
  const startedMs = performance.now()
  const startWorld = { embedded: startEmbeddedWorld, cluster: startClusterWorld }[setup]
  const world = await startWorld(worldOptions(campaign, folder))
  try {
    const traffic = await startTraffic(world, folder, seed)
    await traffic.ask({ do: 'settle', limitMs: settleLimitMs })
    say(`${setup}: traffic after ${((performance.now() - startedMs) / 1000).toFixed(1)} s`)
    const note = (fault: object): void =>
      appendFileSync(join(folder, 'faults.jsonl'), `${JSON.stringify(fault)}\n`)
    const running = { world, traffic, random, note }
    const tally = await applyAll(running, drawKinds(kinds, campaign.faults, random), campaign)
    // Also after a campaign that ended early: everything sent is then acknowledged or not.
    await traffic.ask({ do: 'stop' }).catch((error: Error) => {
      tally.broken ??= error.message
    })
    const compared = await world.runScript<Comparison>('compare-process.ts', {
      truthPath: join(folder, 'truth.jsonl'),
      limitMs: campaign.plant ? plantedLimitMs : computeLimitMs,
      httpPort: world.httpPort,
      bearer: world.prepared.bearer,
    } satisfies Omit<ToCompare, 'databaseUrl' | 'dataFolder'>)
    compared.wrong += world.findings.length
    compared.problems.push(...world.findings.map((finding) => `wrong: ${finding}`))
    const seconds = (performance.now() - startedMs) / 1000
    const result = { setup, seed, seconds, ...tally, ...compared, outside: world.outside.counts }
    if (isClean(result)) rmSync(folder, { recursive: true })
    else say(`The truth, the list of faults and the logs are in ${folder}`)
    return result
  } finally {
    await world.stop()
  }
}

export const isClean = ({ lost, doubled, wrong, broken }: CampaignResult): boolean =>
  lost === 0 && doubled === 0 && wrong === 0 && broken === null

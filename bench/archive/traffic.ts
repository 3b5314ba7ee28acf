// Drones that send a point a second to a gateway while work is done on its database.
import { setTimeout as sleep } from 'node:timers/promises'
import type { LoadReport } from '@swath/simulator/load-fleet'
import { freePorts } from '../../tools/engines/processes.ts'
import { startLoad } from '../load-process.ts'
import { report } from '../measure.ts'
import type { Scratch } from '../scratch-database.ts'
import { startProcess, type Version } from '../upgrade/versions.ts'

/** Drones fly in stretches of this length, the first of which begins before the work. */
const stretchS = 5
const aheadMs = 1_000

export type Traffic = {
  /** Points come in until the work is done. Reports of the worst stretch. */
  during<T>(variant: string, work: () => Promise<T>): Promise<T>
  /** Another version takes the place of the gateway: without a proxy, drones wait meanwhile. */
  replace(version: Version): Promise<void>
  /** Stops everything. @returns the path of what was acknowledged */
  stop(path: string): Promise<void>
}

const tellWorst = (
  bench: string,
  drones: number,
  variant: string,
  stretches: readonly LoadReport[],
): void => {
  const worst = (pick: (stretch: LoadReport) => number): number => Math.max(...stretches.map(pick))
  const sum = (pick: (stretch: LoadReport) => number): number =>
    stretches.reduce((total, one) => total + pick(one), 0)
  const more = { drones, points: sum((one) => one.points) }
  const say = (metric: string, value: number, unit: 'ms' | 'points' | 'count'): void =>
    report(bench, variant, metric, value, unit, 1, more)
  say(
    'longest time without an acknowledgement',
    worst((one) => one.longestSilenceMs),
    'ms',
  )
  say(
    'PUBACK p99 of the worst five seconds',
    worst((one) => one.pubackP99Ms),
    'ms',
  )
  say(
    'PUBACK longest',
    worst((one) => one.pubackMaxMs),
    'ms',
  )
  say(
    'points not acknowledged',
    sum((one) => one.points - one.acknowledgedPoints),
    'points',
  )
}

export const openTraffic = async (
  bench: string,
  database: Scratch,
  version: Version,
  drones: number,
): Promise<Traffic> => {
  const [port, healthPort] = (await freePorts(2)) as [number, number]
  const place = { name: 'gateway', role: 'gateway', port, healthPort } as const
  const environment = {
    DATABASE_URL: database.url,
    DATA_DIR: database.folder,
    DEMO: '0',
    MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  }
  const startGateway = async (of: Version) => {
    const one = startProcess(of, place, environment)
    await one.ready()
    return one
  }
  const credentials = await database.fleet('LOAD', drones)
  let gateway = await startGateway(version)
  const load = startLoad(`mqtt://127.0.0.1:${port}`, credentials)
  await load.connect(drones)
  const pace = (seconds: number): Promise<LoadReport> =>
    load.run({ do: 'pace', seconds, drones, pointsAMessage: 1 })
  await pace(stretchS)

  return {
    during: async (variant, work) => {
      const stretches: LoadReport[] = []
      let isDone = false
      const working = sleep(aheadMs)
        .then(work)
        .finally(() => (isDone = true))
      working.catch(() => {}) // it is awaited below
      while (!isDone) stretches.push(await pace(stretchS))
      const result = await working
      tellWorst(bench, drones, variant, stretches)
      return result
    },
    replace: async (next) => {
      await gateway.stop()
      gateway = await startGateway(next)
      await load.connect(drones)
    },
    stop: async (path) => {
      await load.writeAcknowledged(path)
      await load.close()
      await gateway.stop()
    },
  }
}

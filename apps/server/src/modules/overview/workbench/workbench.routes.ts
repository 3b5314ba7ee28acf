import {
  openAlarmsAtMost,
  workbenchLines,
  type WorkbenchLine,
  type workbenchRoutes,
} from '@swath/contract/overview/workbench'
import type { Caller } from '@swath/domain/access/caller'
import { mayCall } from '@swath/domain/access/policy'
import type { Screen } from '@swath/domain/access/screens'
import type { LiveState } from '../../../gateway/live/public.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import type { Services } from '../../../platform/services.ts'
import { oldestOpenFor } from '../../alarms/public.ts'
import { countDrones, countLiveDrones } from '../../live/public.ts'
import { workbenchSources, type WorkbenchDeps } from './workbench-sources.ts'
import { readWork } from './workbench-work.ts'

type Parts = {
  live: LiveState
  screensFor: (caller: Caller, host: string) => Promise<readonly Screen[]>
}

const readLines = async (
  deps: WorkbenchDeps,
  caller: Caller,
  screens: readonly Screen[],
): Promise<WorkbenchLine[]> => {
  const results = await Promise.all(
    workbenchSources
      .filter(
        ({ screen, right }) =>
          mayCall({ screens: [screen], ...(right ? { right } : {}) }, caller, screens) === 'yes',
      )
      .map(({ count }) => count(deps, caller)),
  )
  const counts = Object.assign({}, ...results) as (typeof results)[number]
  return workbenchLines.flatMap((name): WorkbenchLine[] => {
    const counted = counts[name] ?? 0
    const { count, firstAt } =
      typeof counted === 'number' ? { count: counted, firstAt: null } : counted
    return count === 0 ? [] : [{ name, count, firstAt: firstAt?.toISOString() ?? null }]
  })
}

export const workbenchHandlers = (
  { readDb, clock }: Pick<Services, 'readDb' | 'clock'>,
  { live, screensFor }: Parts,
): Handlers<typeof workbenchRoutes> => ({
  getWorkbench: async (_input, context) => {
    const { caller, host } = context
    const nowMs = clock.now()
    const screens = await screensFor(caller, host)
    const hasAlarms = mayCall({ screens: ['monitor'] }, caller, screens) === 'yes'
    const fleet = countLiveDrones(live, caller.scope, {}, nowMs)
    const [lines, alarms, droneNum, work] = await Promise.all([
      readLines({ readDb, clock, fleet }, caller, screens),
      hasAlarms ? oldestOpenFor({ readDb }, context, openAlarmsAtMost) : [],
      countDrones(readDb, caller.scope, {}),
      readWork(readDb, caller, nowMs),
    ])
    const { onlineDroneCount, flyingDroneCount, sprayingDroneCount } = fleet
    return {
      at: new Date(nowMs).toISOString(),
      timeZone: caller.timeZone,
      lines,
      alarms,
      fleet: { droneNum, onlineDroneCount, flyingDroneCount, sprayingDroneCount },
      work,
    }
  },
})

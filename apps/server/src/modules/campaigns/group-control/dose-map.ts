// A prescription map: areas with their own dose, read from a file and stored with a plan.
import { groupLimits } from '@swath/contract/campaigns/group-plans'
import type { groupControlRoutes } from '@swath/contract/campaigns/group-control'
import { workerJob } from '../../../platform/workers/workers.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { run } from './dose-map.job.ts'

const readInWorker = workerJob<typeof run>({
  name: 'dose-map',
  module: new URL('./dose-map.job.ts', import.meta.url),
  deadlineMs: 20_000,
})

/** @throws group_doses_none, group_doses_limit */
export const readDoseMap: Handlers<typeof groupControlRoutes>['readDoseMap'] = async (
  { file },
  { caller, signal },
) => {
  const zones = await readInWorker(await file(), { owner: caller.userId, signal })
  if (zones.length === 0) fail('group_doses_none')
  if (zones.length > groupLimits.doseZones)
    fail('group_doses_limit', { count: groupLimits.doseZones })
  const most = groupLimits.doseLHa[1]
  return {
    zones: zones.map(({ parts, doseLHa }) => ({
      parts: parts.map((part) =>
        part.map((ring) => ring.map(([lng, lat]): [number, number] => [lng, lat])),
      ),
      doseLHa: Math.min(most, doseLHa),
    })),
  }
}

// Compares what a plan's drones sprayed in each dose zone with the planned dose.
import type { groupControlRoutes } from '@swath/contract/campaigns/group-control'
import { readStoredPoints } from '../../../gateway/tracks/public.ts'
import { workerJob } from '../../../platform/workers/workers.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Services } from '../../../platform/services.ts'
import type { run } from './compare-doses.job.ts'
import { findGroupPlan } from './group-control.queries.ts'
import { flightsOfPlan } from './group-drones.queries.ts'

const compareInWorker = workerJob<typeof run>({
  name: 'compare-doses',
  module: new URL('./compare-doses.job.ts', import.meta.url),
  deadlineMs: 20_000,
})

const flightsAtMost = 300

export const getGroupDoses =
  ({ readDb }: Pick<Services, 'readDb'>): Handlers<typeof groupControlRoutes>['getGroupDoses'] =>
  async ({ params }, { caller, signal }) => {
    const plan = (await findGroupPlan(readDb, caller.scope, params.plan)) ?? fail('not_found')
    const { settings, route, done } = plan
    const flights = []
    for (const flight of await flightsOfPlan(readDb, caller.scope, plan.id, flightsAtMost))
      flights.push(await readStoredPoints(readDb, flight.drone_id, flight))
    const rows = await compareInWorker(
      {
        plots: settings.grounds,
        strips: [
          ...done,
          ...route.shares.flatMap(({ sorties }) => sorties.flatMap(({ strips }) => strips)),
        ],
        doseZones: settings.doseZones,
        doseLHa: settings.doseLHa,
        widthM: settings.width,
        flights,
      },
      { owner: caller.userId, signal },
    )
    return { rows, flightNum: flights.length }
  }

// Groups next to the map on the first screen; they depend on the reader.
import {
  failureDays,
  machinesAtMost,
  operatorsAtMost,
  plotsOfWorkAtMost,
  type monitorGroupRoutes,
} from '@swath/contract/live/monitor-groups'
import { partsBounds } from '@swath/domain/plot-parts'
import { muFromM2 } from '@swath/domain/units'
import type { LiveState } from '../../../gateway/live/public.ts'
import { startOfDay } from '../../../platform/clock/day.ts'
import { countedPhase } from '../../../platform/events/flight-phase.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Services } from '../../../platform/services.ts'
import { describeFlight } from '../../flights/public.ts'
import {
  accountNames,
  alarmsByOperator,
  failingDrones,
  failingModels,
  isWorkOnPlot,
  lastWorkOnPlots,
} from './monitor-groups.queries.ts'
import { workTodayByOperator } from './todays-work.ts'

type Deps = Services & { live: LiveState }
type Calls = Handlers<typeof monitorGroupRoutes>

const dayMs = 86_400_000

type AtWork = Omit<
  Awaited<ReturnType<Calls['listOperatorsAtWork']>>['items'][number],
  'yyAccountId' | 'yyAccountName'
>

const listOperatorsAtWork =
  ({ readDb, clock, live }: Deps): Calls['listOperatorsAtWork'] =>
  async ({ query }, { caller }) => {
    const nowMs = clock.now()
    const [work, alarms] = await Promise.all([
      workTodayByOperator(readDb, caller, nowMs, query),
      alarmsByOperator(readDb, caller.scope, query, startOfDay(nowMs, caller.timeZone)),
    ])
    const found = new Map<string, AtWork>()
    const of = (operatorId: string): AtWork => {
      const known = found.get(operatorId) ?? {
        sprayingCount: 0,
        flyingCount: 0,
        onlineCount: 0,
        sprayArea: 0,
        sortieCount: 0,
        alarmCount: 0,
      }
      found.set(operatorId, known)
      return known
    }
    for (const { operatorId, sprayArea, sortieCount } of work)
      Object.assign(of(operatorId), { sprayArea, sortieCount })
    for (const row of alarms) of(row.operator_id!).alarmCount = row.count
    const accepts = live.matcher(caller.scope, query)
    const onTheGround = new Map<string, number>()
    for (const drone of live.all()) {
      const { operatorId } = drone
      if (operatorId === null || !accepts(drone)) continue
      const phase = countedPhase(live.flight(drone), drone.simulated)
      if (phase === 'ground') onTheGround.set(operatorId, (onTheGround.get(operatorId) ?? 0) + 1)
      if (phase === 'spraying') of(operatorId).sprayingCount += 1
      if (phase === 'flying') of(operatorId).flyingCount += 1
    }
    for (const [operatorId, one] of found)
      one.onlineCount = one.sprayingCount + one.flyingCount + (onTheGround.get(operatorId) ?? 0)
    const names = await accountNames(readDb, [...found.keys()])
    return {
      items: [...found]
        .flatMap(([yyAccountId, counts]) => {
          const yyAccountName = names.get(yyAccountId)
          return yyAccountName === undefined ? [] : [{ yyAccountId, yyAccountName, ...counts }]
        })
        .toSorted(
          (a, b) =>
            b.sprayingCount - a.sprayingCount ||
            b.flyingCount - a.flyingCount ||
            b.alarmCount - a.alarmCount ||
            b.sprayArea - a.sprayArea ||
            (a.yyAccountId < b.yyAccountId ? -1 : 1),
        )
        .slice(0, operatorsAtMost),
      total: found.size,
    }
  }

const listFailingMachines =
  ({ readDb, clock }: Deps): Calls['listFailingMachines'] =>
  async ({ query }, { caller }) => {
    const from = new Date(clock.now() - failureDays * dayMs)
    const [models, drones] = await Promise.all([
      failingModels(readDb, caller.scope, query, from, machinesAtMost),
      failingDrones(readDb, caller.scope, query, from, machinesAtMost),
    ])
    return {
      since: from.toISOString(),
      models: models.map((row) => ({
        flyModelId: row.model_id,
        modelName: row.model_name,
        firmware: row.firmware,
        failingCount: row.drones,
        faultCount: row.faults,
        silenceCount: row.silences,
      })),
      drones: drones.map((row) => ({
        droneId: row.id,
        droneName: row.name,
        modelName: row.model_name,
        firmware: row.firmware,
        faultCount: row.faults,
        silenceCount: row.silences,
      })),
    }
  }

const listPlotWork =
  ({ readDb }: Deps): Calls['listPlotWork'] =>
  async (_input, { caller, language }) => {
    const { rows, total } = await lastWorkOnPlots(readDb, caller.scope, plotsOfWorkAtMost)
    return {
      items: rows.map((row) => ({
        blockId: row.id,
        blockName: row.name,
        area: muFromM2(row.area_m2),
        crop: row.crop_names?.[language] ?? null,
        bounds: partsBounds(row.parts),
        last:
          row.drone_id === null || row.sortie_id === null || row.start_at === null
            ? null
            : {
                droneId: row.drone_id,
                sortieId: row.sortie_id,
                startTime: row.start_at.toISOString(),
                sprayArea: muFromM2(row.covered_m2 ?? 0),
                sprayL: row.spray_l ?? 0,
                chemical: row.chemical,
                yyAccountName: row.operator_name,
                oprName: row.pilot_name,
              },
      })),
      total,
    }
  }

const getPlotReport =
  ({ readDb }: Deps): Calls['getPlotReport'] =>
  async ({ query }, { caller, language, signal }) => {
    const { blockId: plotId, droneId, sortieId } = query
    if (!(await isWorkOnPlot(readDb, caller.scope, { plotId, droneId, sortieId })))
      fail('not_found')
    // The flight is another account's, but the owner of its plot may read work done there.
    return (
      (await describeFlight(
        readDb,
        { kind: 'all' },
        { droneId, sortieId },
        { owner: caller.userId, language, signal },
      )) ?? fail('not_found')
    )
  }

export const monitorGroupHandlers = (deps: Deps): Calls => ({
  listOperatorsAtWork: listOperatorsAtWork(deps),
  listFailingMachines: listFailingMachines(deps),
  listPlotWork: listPlotWork(deps),
  getPlotReport: getPlotReport(deps),
})

// The demonstration's plans for several drones: one that is ready to fly, one that is done, of a
// company whose drones share a village.
import type { GroupDrone } from '@swath/contract/group-plans'
import { planGroup } from '@swath/planner/plan-group'
import type { Tx } from '../../platform/database/database.ts'
import { toPlanSettings, type KeptSettings } from '../group-control/public.ts'
import { insertRows } from './demonstration.queries.ts'
import { demoId, type World, type WorldDrone, type WorldPlot } from './world-rows.seed.ts'

const hourMs = 3_600_000
const dronesOfAPlan = 3
const plotsOfAPlan = 2

type DemoPlan = {
  readonly key: string
  readonly state: 'ready' | 'done'
  readonly hoursAgo: number
  /** Of the company's plots, from which one on. */
  readonly fromPlot: number
  readonly headland: boolean
  readonly windFromDeg: number | null
}
const demoPlans: readonly DemoPlan[] = [
  { key: 'a', state: 'ready', hoursAgo: 3, fromPlot: 0, headland: false, windFromDeg: 45 },
  { key: 'b', state: 'done', hoursAgo: 51, fromPlot: 2, headland: true, windFromDeg: null },
]
/** As people there would say it; elsewhere by its plots alone. */
const words: Readonly<Record<string, string>> = { 156: '群控', 764: 'กลุ่ม', 410: '그룹' }

/** Operators whose drones of one pool are enough for a plan. */
const companiesOf = (world: World) =>
  world.accounts
    .filter(({ type, operatorType }) => type === 'operator' && operatorType === 'team')
    .flatMap((account) => {
      const drones = world.drones
        .filter(({ operatorId, tenantId }) => operatorId === account.id && tenantId === null)
        .slice(0, dronesOfAPlan)
      const plots = [...new Set(drones.flatMap((drone) => drone.plots))]
      return drones.length === dronesOfAPlan && plots.length >= 2 * plotsOfAPlan
        ? [{ account, drones, plots }]
        : []
    })

const closed = ({ ring }: WorldPlot): [number, number][] => {
  const places = ring.map(([lng, lat]): [number, number] => [lng, lat])
  const [first, last] = [places[0]!, places.at(-1)!]
  return first[0] === last[0] && first[1] === last[1] ? places : [...places, first]
}

const settingsOf = (
  { headland, windFromDeg }: DemoPlan,
  drones: readonly WorldDrone[],
  plots: readonly WorldPlot[],
): KeptSettings => ({
  block: plots.map(({ id }) => id),
  alignEdgeIndex: null,
  home: [plots[0]!.takeoff[0], plots[0]!.takeoff[1]],
  refillPlaces: [],
  droneCount: drones.length,
  drones: drones.map(({ id, model }): GroupDrone => ({
    droneId: id,
    tankL: Math.max(1, model.tankL),
    enduranceS: 600,
    speed: 5.5,
  })),
  width: Math.min(...drones.map(({ model }) => model.swathWidthM)),
  height: 3,
  transitHeightM: 6,
  separationM: 8,
  marginM: 1,
  holeMarginM: 3,
  headland,
  serviceS: 120,
  windFromDeg,
  doseLHa: 22.5,
  doseZones: [],
  obstacles: [],
  cuts: null,
  hasConsent: true,
  grounds: plots.map((plot) => [[closed(plot)]]),
})

export const writeGroupPlans = async (tx: Tx, world: World, nowMs: number): Promise<void> => {
  for (const { account, drones, plots } of companiesOf(world))
    for (const plan of demoPlans) {
      const chosen = plots.slice(plan.fromPlot, plan.fromPlot + plotsOfAPlan)
      const settings = settingsOf(plan, drones, chosen)
      const planned = planGroup(toPlanSettings(settings, settings.drones))
      // a field too small for its swath makes no plan
      if (!planned.ok) continue
      const { totals } = planned.plan
      const id = demoId('group-plan', `${account.id} ${plan.key}`)
      const at = new Date(nowMs - plan.hoursAgo * hourMs).toISOString()
      const plotNames = chosen.map(({ name }) => name).join(', ')
      await insertRows(tx, 'group_plan', [
        {
          id,
          account_id: account.id,
          name: `${words[account.regionCode.slice(0, 3)] ?? 'Group'} · ${chosen[0]!.name}`.slice(
            0,
            60,
          ),
          state: plan.state,
          plot_ids: settings.block,
          plot_names: plotNames,
          settings,
          route: planned.plan,
          done: [],
          drone_num: drones.length,
          swept_m2: totals.sweptM2,
          spray_l: totals.sprayL,
          duration_s: totals.durationS,
          refill_num: totals.refillNum,
          turn_num: totals.turnNum,
          created_by: null,
          created_at: at,
          updated_at: at,
          version: 1,
        },
      ])
      await insertRows(
        tx,
        'group_plan_drone',
        drones.map((drone, position) => ({
          plan_id: id,
          position,
          drone_id: drone.id,
          share: position,
          status: plan.state === 'done' ? 'done' : 'waiting',
          done_sortie_num:
            plan.state === 'done' ? planned.plan.shares[position]!.sorties.length : 0,
        })),
      )
    }
}

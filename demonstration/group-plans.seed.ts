// The demonstration's group plans, of companies whose drones share a village: one that is ready to
// fly, one that was flown, and one that continues with two drones after the third dropped out.
import type { GroupDrone } from '@swath/contract/campaigns/group-plans'
import { planGroup } from '@swath/planner/plan-group'
import type { GroupPlan, PlanStrip } from '@swath/planner/plan'
import { replanGroup } from '@swath/planner/replan'
import type { Tx } from '@swath/server/platform/database/database'
import {
  areasOfSorties,
  toPlanSettings,
  type KeptSettings,
} from '@swath/server/modules/campaigns/public'
import { insertRows, type Row } from './demonstration.queries.ts'
import { firstFlights, flyShares, type FlownShare } from './group-flights.seed.ts'
import type { Placed } from './flown-rows.seed.ts'
import { indexAirZones } from './template-flights.seed.ts'
import { demoId, type World, type WorldDrone, type WorldPlot } from './world-rows.seed.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const dronesOfAPlan = 3
const plotsOfAPlan = 2
/** In the cool of the morning, local solar time. */
const morningH = 7
/** Between planning and the first take-off: mixing, filling, carrying. */
const preparedMs = 0.6 * hourMs

type DemoPlan = {
  readonly key: string
  readonly became: 'ready' | 'flown' | 'dropped out'
  /** Whose plots: while the demonstration runs, drones spray their own plots repeatedly. */
  readonly of: 'its drones' | 'others'
  readonly fromPlot: number
  readonly headland: boolean
  readonly windFromDeg: number | null
}
const demoPlans: readonly DemoPlan[] = [
  { key: 'a', became: 'ready', of: 'its drones', fromPlot: 0, headland: false, windFromDeg: 45 },
  { key: 'b', became: 'flown', of: 'others', fromPlot: 0, headland: true, windFromDeg: null },
  {
    key: 'c',
    became: 'dropped out',
    of: 'others',
    fromPlot: plotsOfAPlan,
    headland: false,
    windFromDeg: 200,
  },
]
const daysAgo = { 'ready': 0, 'flown': 2, 'dropped out': 1 } as const
/** The drone that drops out, and the share of its first flight that it completed. */
const [leaver, shareBefore] = [1, 0.55]
/** Beginning of a plan's name, by country; elsewhere it is English. */
const labels: Readonly<Record<string, string>> = { 156: '群控', 764: 'กลุ่ม', 410: '그룹' }

type Company = {
  readonly account: World['accounts'][number]
  readonly drones: readonly WorldDrone[]
  readonly plots: Readonly<Record<DemoPlan['of'], readonly WorldPlot[]>>
}

const plotsOf = (drones: readonly WorldDrone[]): WorldPlot[] => [
  ...new Set(drones.flatMap(({ plots }) => plots)),
]

/** Operators with enough drones in one pool for a plan. */
const companiesOf = (world: World): Company[] =>
  world.accounts
    .filter(({ type, operatorType }) => type === 'operator' && operatorType === 'team')
    .flatMap((account) => {
      const own = world.drones.filter(
        ({ operatorId, tenantId }) => operatorId === account.id && tenantId === null,
      )
      const ofPool = own.filter(({ pool }) => pool === own[0]!.pool)
      const drones = ofPool.slice(0, dronesOfAPlan)
      const plots = { 'its drones': plotsOf(drones), 'others': plotsOf(ofPool.slice(3)) }
      return drones.length === dronesOfAPlan && plots.others.length >= 2 * plotsOfAPlan
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

type Standing = {
  readonly share: number | null
  readonly status: 'waiting' | 'out' | 'done'
  readonly done_sortie_num: number
}
/** The result of a plan. */
type Became = {
  readonly state: 'ready' | 'flying' | 'done'
  readonly route: GroupPlan
  readonly done: readonly PlanStrip[]
  readonly standings: readonly Standing[]
  readonly flown: readonly FlownShare[]
}

const asPlanned = (plan: GroupPlan): Became => ({
  state: 'ready',
  route: plan,
  done: [],
  standings: plan.shares.map((_, share) => ({ share, status: 'waiting', done_sortie_num: 0 })),
  flown: [],
})

const asFlown = (plan: GroupPlan): Became => ({
  state: 'done',
  route: plan,
  done: [],
  standings: plan.shares.map(({ sorties }, share) => ({
    share,
    status: 'done',
    done_sortie_num: sorties.length,
  })),
  flown: flyShares(plan),
})

/** Each of the other drones flew once; the rest is replanned for them. */
const asDroppedOut = (plan: GroupPlan, settings: KeptSettings): Became | null => {
  const { flown, brokeOffAt } = firstFlights(plan, leaver, shareBefore)
  const staying = plan.shares.flatMap((_, share) => (share === leaver ? [] : [share]))
  const { done, planned } = replanGroup(
    plan,
    plan.shares.map((_, share) =>
      share === leaver ? { doneSortieNum: 0, brokeOffAt } : { doneSortieNum: 1, brokeOffAt: null },
    ),
    toPlanSettings(
      settings,
      staying.map((share) => settings.drones[share]!),
    ),
  )
  if (!planned.ok) return null
  const route = planned.plan
  return {
    state: 'flying',
    route,
    done,
    standings: plan.shares.map((_, position): Standing => {
      const share = staying.indexOf(position)
      if (share < 0) return { share: null, status: 'out', done_sortie_num: 0 }
      const hasMore = route.shares[share]!.sorties.length > 0
      return { share, status: hasMore ? 'waiting' : 'done', done_sortie_num: 0 }
    }),
    flown,
  }
}

const becomes = {
  'ready': asPlanned,
  'flown': asFlown,
  'dropped out': asDroppedOut,
} satisfies Record<DemoPlan['became'], (plan: GroupPlan, settings: KeptSettings) => Became | null>

/** Take-off of the first drone, by whole local days. */
const beganMs = (days: number, utcOffsetH: number, nowMs: number): number =>
  (Math.floor((nowMs + utcOffsetH * hourMs) / dayMs) - days) * dayMs +
  (morningH - utcOffsetH) * hourMs

export type GroupWork = {
  readonly plans: Row[]
  readonly drones: Row[]
  readonly orders: Row[]
  /** By drone, in the order of time. */ readonly flights: Map<string, Placed[]>
}

type Flying = { readonly airZones: ReturnType<typeof indexAirZones>; readonly nowMs: number }

/** Adds one of a company's plans and its drones' flights. */
const layPlan = (
  work: GroupWork,
  { account, drones, plots }: Company,
  demo: DemoPlan,
  { airZones, nowMs }: Flying,
): void => {
  const chosen = plots[demo.of].slice(demo.fromPlot, demo.fromPlot + plotsOfAPlan)
  const settings = settingsOf(demo, drones, chosen)
  const planned = planGroup(toPlanSettings(settings, settings.drones))
  // a field too small for its swath has no plan
  if (!planned.ok) return
  const became = becomes[demo.became](planned.plan, settings)
  if (!became) return
  const atMs = beganMs(daysAgo[demo.became], drones[0]!.district.utcOffsetH, nowMs)
  const id = demoId('group-plan', `${account.id} ${demo.key}`)
  let endedMs = atMs
  for (const { share, flights } of became.flown)
    for (const flight of flights) {
      const drone = drones[share]!
      const placed = flight.placed({ drone, plots: chosen, airZones, atMs })
      work.flights.set(drone.id, [...(work.flights.get(drone.id) ?? []), placed])
      work.orders.push({
        plan_id: id,
        drone_id: drone.id,
        action: 'start',
        told_at: new Date(placed.startMs).toISOString(),
      })
      endedMs = Math.max(endedMs, placed.startMs + flight.durationMs)
    }
  const plannedMs = became.state === 'ready' ? nowMs - 3 * hourMs : atMs - preparedMs
  work.plans.push({
    id,
    account_id: account.id,
    name: `${labels[account.regionCode.slice(0, 3)] ?? 'Group'} · ${chosen[0]!.name}`.slice(0, 60),
    state: became.state,
    plot_ids: settings.block,
    plot_names: chosen.map(({ name }) => name).join(', '),
    settings,
    route: became.route,
    done: became.done,
    drone_num: drones.length,
    ...figuresOf(planned.plan),
    created_by: null,
    created_at: new Date(plannedMs).toISOString(),
    updated_at: new Date(became.state === 'ready' ? plannedMs : endedMs).toISOString(),
    version: 1,
  })
  work.drones.push(
    ...became.standings.map((standing, position) => ({
      plan_id: id,
      position,
      drone_id: drones[position]!.id,
      ...standing,
      sortie_m2:
        standing.share === null ? [] : areasOfSorties(became.route, standing.share, settings),
    })),
  )
}

/**
 * Plans and their drones' flights. Companies without sign-in only have a plan that is ready,
 * because computing a flown flight takes a tenth of a second.
 */
export const layGroupPlans = async (world: World, nowMs: number): Promise<GroupWork> => {
  const work: GroupWork = { plans: [], drones: [], orders: [], flights: new Map() }
  const flying = { airZones: indexAirZones(world.zones), nowMs }
  const seen = new Set(world.users.flatMap(({ signIn, accountId }) => (signIn ? [accountId] : [])))
  for (const company of companiesOf(world))
    for (const demo of demoPlans) {
      if (demo.became !== 'ready' && !seen.has(company.account.id)) continue
      layPlan(work, company, demo, flying)
      await new Promise(setImmediate) // yield, so that the program can continue to start
    }
  for (const flights of work.flights.values()) flights.sort((a, b) => a.startMs - b.startMs)
  return work
}

const figuresOf = ({ totals }: GroupPlan): Row => ({
  swept_m2: totals.sweptM2,
  spray_l: totals.sprayL,
  duration_s: totals.durationS,
  refill_num: totals.refillNum,
  turn_num: totals.turnNum,
})

export const writeGroupPlans = async (
  tx: Tx,
  { plans, drones, orders }: GroupWork,
): Promise<void> => {
  await insertRows(tx, 'group_plan', plans)
  await insertRows(tx, 'group_plan_drone', drones)
  await insertRows(tx, 'group_plan_order', orders)
}

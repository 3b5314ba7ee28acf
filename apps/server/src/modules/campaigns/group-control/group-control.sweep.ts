// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { groupControlRoutes } from '@swath/contract/campaigns/group-control'
import { planGroup } from '@swath/planner/plan-group'
import type { Db } from '../../../platform/database/database.ts'
import {
  featureSweep,
  askingBy,
  type Asking,
  type Strangers,
} from '../../../sweep/testing-cases.ts'
import { appLogs } from '../../../sweep/testing-oracle.ts'
import {
  accountNames,
  buildCanary,
  droneLines,
  idsFor,
  personLines,
  personNames,
  places,
  square,
  world,
  worldNow,
  type AccountName,
  type PersonName,
} from '../../../sweep/testing-world.ts'
import { toPlanSettings, type KeptSettings } from './work-out.ts'

const planIds = idsFor(accountNames)

/** The accounts whose plans a person can see: the own account and those below it. */
const seen = (person: PersonName): readonly AccountName[] => {
  const { account } = personLines[person]
  switch (account) {
    case 'root':
      return accountNames
    case 'east':
      return ['east', 'makerEast', 'eastTeam']
    case 'team':
      return ['team', 'teamSub', 'teamSubSub']
    case 'teamSub':
      return ['teamSub', 'teamSubSub']
    default:
      return [account]
  }
}
const unseen: Strangers = ({ person }) =>
  accountNames.filter((name) => !seen(person).includes(name)).map((name) => planIds[name])

const [place] = Object.values(places)
const drone = { droneId: null, tankL: 30, enduranceS: 700, speed: 5 }
const settings: KeptSettings = {
  block: [],
  alignEdgeIndex: null,
  home: [place!.at[0], place!.at[1]],
  refillPlaces: [],
  droneCount: 1,
  drones: [drone],
  width: 5,
  height: 3,
  transitHeightM: 6,
  separationM: 8,
  marginM: 1,
  holeMarginM: 3,
  headland: false,
  serviceS: 60,
  windFromDeg: null,
  doseLHa: 18,
  doseZones: [],
  obstacles: [],
  cuts: null,
  hasConsent: true,
  grounds: [[[square(place!.at, 0.001)]]],
}

const seed = async (db: Db): Promise<void> => {
  const planned = planGroup(toPlanSettings(settings, settings.drones))
  if (!planned.ok) throw new Error(planned.problem)
  const { plan } = planned
  // For each account, the drone that its people use in requests.
  const drones = new Map(
    personNames.map((person) => [personLines[person].account, askingBy(person).drone] as const),
  )
  const block = (name: AccountName): string[] => [world.plotId[drones.get(name)!]]
  await db
    .insertInto('group_plan')
    .values(
      accountNames.map((name) => ({
        id: planIds[name],
        account_id: world.accountId[name],
        name: buildCanary('group-plan', name),
        plot_ids: [],
        plot_names: 'Field',
        settings: JSON.stringify({ ...settings, block: block(name) }),
        route: JSON.stringify(plan),
        drone_num: 1,
        swept_m2: plan.totals.sweptM2,
        spray_l: plan.totals.sprayL,
        duration_s: plan.totals.durationS,
        refill_num: plan.totals.refillNum,
        turn_num: plan.totals.turnNum,
        created_by: world.userId[name],
        created_at: new Date(worldNow),
        updated_at: new Date(worldNow),
      })),
    )
    .execute()
  await db
    .insertInto('group_plan_drone')
    .values(
      [...drones].map(([account, name]) => ({
        plan_id: planIds[account],
        position: 0,
        drone_id: world.droneId[name],
        share: 0,
      })),
    )
    .execute()
}

const ownPlan = ({ person }: Asking): string => planIds[personLines[person].account]
/** A version that no plan has, so that the request fails before a change. */
const late = { version: 99 }
const asked = ({ drone: name }: Asking) => {
  const { grounds: _grounds, ...route } = settings
  return {
    ...route,
    home: [...places[droneLines[name].place].at],
    block: [world.plotId[name]],
    drones: [{ ...drone, droneId: world.droneId[name] }],
  }
}

const doseMap = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { dose: 18 },
      geometry: { type: 'Polygon', coordinates: [square(place!.at, 0.001)] },
    },
  ],
})

export const groupControlSweep = featureSweep(groupControlRoutes, {
  seed,
  strangers: { groupPlan: unseen },
  cases: {
    listGroupPlans: {
      people: appLogs,
      request: () => ({ query: { pageSize: '500' } }),
      holds: {
        kind: 'group-plan',
        rows: Object.fromEntries(appLogs.map((person) => [person, seen(person)])),
      },
    },
    listGroupDrones: { people: appLogs },
    readDoseMap: { people: appLogs, reads: true, request: () => ({ file: doseMap }) },
    putGroupRoute: {
      people: appLogs,
      right: true,
      request: (asking) => ({
        body: { plan: ownPlan(asking), name: 'Later', ...asked(asking), ...late },
      }),
      // A field may be in a zone, and another drone would exceed the limit.
      refusesFirst: true,
      untried: { 'body.drones[]droneId': 'the drones are as many as droneCount says' },
    },
    previewGroupRoute: {
      people: appLogs,
      reads: true,
      request: (asking) => ({ body: asked(asking) }),
      untried: { 'body.drones[]droneId': 'the drones are as many as droneCount says' },
    },
    controlGroup: {
      people: appLogs,
      right: true,
      request: (asking) => ({
        body: { plan: ownPlan(asking), droneIds: [world.droneId[asking.drone]], action: 'send' },
      }),
      changes: true,
    },
    patchGroupDroneStatus: {
      people: appLogs,
      right: true,
      request: (asking) => ({
        body: {
          plan: ownPlan(asking),
          droneIds: [world.droneId[asking.drone]],
          droneStatus: 'landed',
          ...late,
        },
      }),
    },
    getGroupPlan: { people: appLogs, request: (asking) => ({ params: { plan: ownPlan(asking) } }) },
    getGroupDoses: {
      people: appLogs,
      request: (asking) => ({ params: { plan: ownPlan(asking) } }),
    },
    exportGroupPlan: {
      people: appLogs,
      request: (asking) => ({ params: { plan: ownPlan(asking) }, query: { format: 'geojson' } }),
    },
    deleteGroupPlan: {
      people: appLogs,
      right: true,
      request: (asking) => ({ params: { plan: ownPlan(asking) } }),
      changes: true,
    },
  },
})

// A plan for several drones on one field (specification, section 3: group route: block,
// alignEdgeIndex, home, droneCount, width): the request and the result.
import { z } from 'zod'
import { commandLimits, commandStates } from '@swath/domain/command'
import {
  DrawnParts,
  DroneId,
  Latitude,
  Longitude,
  Mu,
  Position,
  RowVersion,
  SearchText,
  SeenVersion,
  Time,
  filter,
  searchIn,
} from '../fields.ts'
import { id } from '../ids.ts'
import { declareList } from '../list.ts'
import { PlotParts } from '../land/plots.ts'

export const groupLimits = {
  drones: 20,
  plots: 20,
  obstacles: 100,
  doseZones: 2_000,
  refillPlaces: 10,
  tankL: [1, 200],
  enduranceS: [120, 7_200],
  serviceS: [0, 3_600],
  separationM: [2, 100],
  marginM: [0, 50],
  doseLHa: [1, 500],
} as const

export const within = ([least, most]: readonly [number, number]) => z.number().min(least).max(most)

/** One of the drones of a plan. */
export const GroupDrone = z.object({
  droneId: DroneId.nullable().describe(
    'null: any drone; it is planned for but receives no commands',
  ),
  tankL: within(groupLimits.tankL).describe('litres'),
  enduranceS: within(groupLimits.enduranceS).describe(
    'Seconds from take-off to landing, without reserve',
  ),
  speed: within(commandLimits.speedMs).describe('Ground speed while spraying, m/s'),
})
export type GroupDrone = z.infer<typeof GroupDrone>

const Obstacle = z.object({
  shape: z.array(Position).min(1).max(200).describe('A point, a line or a ring'),
  marginM: within(groupLimits.marginM),
})
export const GroupDoseZone = z.object({
  parts: PlotParts,
  doseLHa: z.number().min(0).max(groupLimits.doseLHa[1]).describe('L/ha; 0: not sprayed'),
})
export type GroupDoseZone = z.infer<typeof GroupDoseZone>

/** Default tank, endurance and speed of a drone if a plan does not set them. */
export const usualDrone: GroupDrone = { droneId: null, tankL: 30, enduranceS: 660, speed: 5.5 }

const routeFields = {
  block: z.array(id('plot')).min(1).max(groupLimits.plots).describe('Plots to be sprayed'),
  alignEdgeIndex: z
    .int()
    .min(0)
    .nullable()
    .default(null)
    .describe(
      'Edge of the first outline of the first plot; null: the direction that takes the least time',
    ),
  home: Position.describe('Take-off place of the drones'),
  refillPlaces: z.array(Position).max(groupLimits.refillPlaces).default([]),
  droneCount: z.int().min(1).max(groupLimits.drones),
  drones: z
    .array(GroupDrone)
    .min(1)
    .max(groupLimits.drones)
    .describe('One entry per drone; the number must equal droneCount'),
  width: within(commandLimits.widthM).describe('Swath width of every drone, m'),
  height: within(commandLimits.heightM).describe('Height while spraying, m above ground'),
  transitHeightM: within(commandLimits.heightM).describe(
    'Height of the lowest path to the strips, m above ground',
  ),
  separationM: within(groupLimits.separationM).describe(
    'Minimum distance between any two drones in the air, m',
  ),
  marginM: within(groupLimits.marginM).default(1).describe('Margin left free along outlines, m'),
  holeMarginM: within(groupLimits.marginM).default(3).describe('Margin left free around holes, m'),
  headland: z.boolean().default(false).describe('Whether to spray a lap along outlines and holes'),
  serviceS: within(groupLimits.serviceS)
    .default(120)
    .describe('Time on the ground between two flights, s'),
  windFromDeg: z.number().min(0).max(360).nullable().default(null),
  doseLHa: within(groupLimits.doseLHa),
  doseZones: z.array(GroupDoseZone).max(groupLimits.doseZones).default([]),
  obstacles: z.array(Obstacle).max(groupLimits.obstacles).default([]),
  cuts: z
    .array(z.int().min(0))
    .max(groupLimits.drones - 1)
    .nullable()
    .default(null)
    .describe('First line of every drone except the first; null: equal shares'),
  hasConsent: z
    .boolean()
    .default(false)
    .describe('Whether the people responsible for zones on the route have agreed'),
}

/** The specification names block, alignEdgeIndex, home, droneCount and width; the rest has defaults. */
const askedFields = {
  ...routeFields,
  block: z
    .union([routeFields.block, id('plot').transform((one) => [one])])
    .describe('Ids of the plots, or the id of a single plot'),
  home: z
    .union([
      routeFields.home,
      z
        .object({ lng: Longitude, lat: Latitude })
        .transform(({ lng, lat }): [number, number] => [lng, lat]),
    ])
    .describe('Take-off place of the drones: [lng, lat] or { lng, lat }'),
  drones: z
    .array(GroupDrone)
    .max(groupLimits.drones)
    .default([])
    .describe('One entry per drone (droneCount entries); empty: droneCount default drones'),
  height: routeFields.height.default(3),
  transitHeightM: routeFields.transitHeightM.default(6),
  separationM: routeFields.separationM.default(8),
  doseLHa: routeFields.doseLHa.default(18),
}
const withDrones = <A extends { droneCount: number; drones: GroupDrone[] }>(asked: A): A =>
  asked.drones.length > 0
    ? asked
    : { ...asked, drones: Array.from({ length: asked.droneCount }, () => usualDrone) }

const countsItsDrones = ({ droneCount, drones }: { droneCount: number; drones: unknown[] }) =>
  droneCount === drones.length
const droneIdsDiffer = ({ drones }: { drones: readonly GroupDrone[] }) => {
  const named = drones.flatMap(({ droneId }) => (droneId === null ? [] : [droneId]))
  return new Set(named).size === named.length
}

export const GroupRoutePreview = z
  .object(askedFields)
  .transform(withDrones)
  .refine(countsItsDrones, { path: ['droneCount'] })
  .refine(droneIdsDiffer, { path: ['drones'] })
export type GroupRoutePreview = z.infer<typeof GroupRoutePreview>

export const GroupRouteInput = z
  .object({
    plan: id('groupPlan').nullable().default(null).describe('null: create a new plan'),
    name: z.string().trim().max(60).default('').describe('Empty: the names of its plots'),
    ...askedFields,
    version: SeenVersion,
  })
  .transform(withDrones)
  .refine(countsItsDrones, { path: ['droneCount'] })
  .refine(droneIdsDiffer, { path: ['drones'] })
export type GroupRouteInput = z.infer<typeof GroupRouteInput>

const Strip = z.object({
  from: Position,
  to: Position,
  line: z.int(),
  cell: z.int(),
  drone: z.int().describe('Index of the drone in the plan, from 0'),
  isHeadland: z.boolean(),
  doseLHa: z.number(),
})
const Sortie = z.object({
  points: z
    .array(
      z.object({
        at: Position,
        heightM: z.number(),
        pumpOn: z.boolean().describe('Whether the pump is on until the next point'),
        doseLHa: z.number(),
        tS: z.number().describe('Seconds since the first take-off of the plan'),
      }),
    )
    .describe('The first and the last point are on the ground'),
  strips: z.array(Strip),
  end: z.enum(['done', 'tank', 'battery']),
  startS: z.number(),
  endS: z.number(),
  sprayM: z.number(),
  sprayL: z.number(),
  turnNum: z.int(),
})
const Totals = z.object({
  sweptM2: z.number(),
  sprayM: z.number(),
  sprayL: z.number(),
  turnNum: z.int(),
  refillNum: z.int(),
  batteryNum: z.int(),
  sortieNum: z.int(),
  flownM: z.number(),
  durationS: z.number(),
})

/** Measured along paths with the pump on: a drone sprays a disc as wide as its swath. */
const Coverage = z.object({
  groundM2: z.number().describe('Area of the plots inside their margins that is to be sprayed'),
  coveredM2: z.number(),
  dryM2: z.number().describe('Area that is left unsprayed'),
  unreachableM2: z
    .number()
    .describe(
      'Part of dryM2 that cannot be covered in full: corners and places narrower than a swath',
    ),
  twiceM2: z
    .number()
    .describe('Area sprayed more than once, by paths that do not follow each other'),
  outsideM2: z.number().describe('Area sprayed outside the plots'),
  dryRings: z.array(z.array(Position)).describe('Outlines of the largest unsprayed patches'),
})

/** The computed plan: strips, flights, times. */
export const GroupRoutePlan = z
  .object({
    bearingDeg: z
      .number()
      .describe('Direction of the strips, degrees clockwise from north, 0 to 180'),
    lineNum: z.int(),
    cuts: z.array(z.int()),
    shares: z.array(
      z.object({
        place: Position.describe('Place where the drone takes off and lands'),
        sorties: z.array(Sortie),
        sprayM: z.number(),
        sprayL: z.number(),
        turnNum: z.int(),
        refillNum: z.int(),
        batteryNum: z.int(),
        endS: z.number(),
      }),
    ),
    totals: Totals,
    coverage: Coverage.nullable().describe('null: the plan was saved before coverage was measured'),
  })
  .meta({ id: 'GroupRoutePlan' })
export type GroupRoutePlan = z.infer<typeof GroupRoutePlan>

/**
 * waiting: its next flight has not been sent. sent: it has its route. flying, paused: as last
 * commanded, until its flight has ended. interrupted: its flight ended and sprayed less than
 * planned. out: it dropped out. done: nothing is left for it.
 */
export const groupDroneStates = [
  'waiting',
  'sent',
  'flying',
  'paused',
  'interrupted',
  'out',
  'done',
] as const
export const groupControlActions = ['send', 'start', 'pause', 'resume', 'return', 'set'] as const
export const groupPlanStates = ['ready', 'flying', 'done'] as const

export const GroupPlan = z
  .object({
    plan: id('groupPlan'),
    name: z.string(),
    accountName: z.string(),
    state: z.enum(groupPlanStates),
    plotNames: z.string(),
    droneCount: z.int(),
    area: Mu.describe('Length of the strips × spray width, mu; what overlaps counts twice'),
    sprayL: z.number(),
    durationS: z.number(),
    refillNum: z.int(),
    turnNum: z.int(),
    createdAt: Time,
    updatedAt: Time,
    version: RowVersion,
    can: z.object({ update: z.boolean(), delete: z.boolean() }),
  })
  .meta({ id: 'GroupPlan' })
export type GroupPlan = z.infer<typeof GroupPlan>

export const GroupPlanDrone = z.object({
  position: z.int(),
  share: z
    .int()
    .nullable()
    .describe('Index of its share in the route, from 0; null: it has no share'),
  droneId: DroneId.nullable(),
  droneName: z.string().nullable(),
  droneStatus: z.enum(groupDroneStates),
  doneSortieNum: z
    .int()
    .describe('Number of finished flights of the route; -1: it still flies one of an earlier plan'),
  told: z
    .object({
      action: z.enum(groupControlActions),
      state: z
        .enum(commandStates)
        .describe('waiting, sent: no answer yet; all other states are final'),
      reason: z.string().nullable().describe('Reason the drone gave for refusing'),
    })
    .nullable()
    .describe('Last command sent to it for this plan, and the result'),
  can: z.object({ command: z.boolean() }),
})
export type GroupPlanDrone = z.infer<typeof GroupPlanDrone>

export const GroupPlanDetail = z
  .object({
    ...GroupPlan.shape,
    settings: z.object({
      ...routeFields,
      grounds: z.array(DrawnParts).describe('Outlines of the plots when the plan was made'),
    }),
    route: GroupRoutePlan,
    done: z.array(Strip).describe('Strips sprayed before the last replanning'),
    drones: z.array(GroupPlanDrone),
  })
  .meta({ id: 'GroupPlanDetail' })
export type GroupPlanDetail = z.infer<typeof GroupPlanDetail>

export const groupPlanList = declareList({
  name: 'group-plans',
  call: 'listGroupPlans',
  fileCall: undefined,
  row: GroupPlan,
  rowKey: 'plan',
  paging: 'currentPage',
  sortName: 'sortParam',
  defaultSort: 'state',
  filters: {
    search: searchIn('name', 'plotName'),
    name: SearchText,
    plotName: SearchText.describe('Part of the name of a plot'),
    state: filter(z.enum(groupPlanStates)),
  },
  columns: {
    name: { label: 'group-control:name', sort: true, phone: 'title' },
    state: {
      label: 'terms:state',
      kind: 'code',
      labels: {
        ready: 'group-control:stateReady',
        flying: 'group-control:stateFlying',
        done: 'group-control:stateDone',
      },
      sort: true,
      phone: 'state',
    },
    plotNames: { label: 'terms:plots', phone: 'figure' },
    droneCount: { label: 'terms:drones', kind: 'count', sort: true, phone: 'figure' },
    area: { label: 'group-control:plannedArea', kind: 'area', sort: true, phone: 'figure' },
    sprayL: { label: 'group-control:litres', kind: 'number', unit: 'L', decimals: 1 },
    durationS: { label: 'group-control:duration', kind: 'own' },
    refillNum: { label: 'group-control:refills', kind: 'count' },
    accountName: { label: 'terms:account' },
    updatedAt: { label: 'group-control:updatedAt', kind: 'time', sort: true },
  },
})

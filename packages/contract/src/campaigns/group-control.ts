// Several drones on one field: plans, commands and control (specification, section 3: drone status
// fields droneStatus, plan; control options droneIds, width, height, speed; section 7: group route
// PUT, drone status PATCH).
import { z } from 'zod'
import { commandLimits } from '@swath/domain/command'
import { DroneId, Position, SearchText, SeenVersion } from '../fields.ts'
import {
  GroupDoseZone,
  GroupPlanDetail,
  GroupRouteInput,
  GroupRoutePlan,
  GroupRoutePreview,
  groupControlActions,
  groupLimits,
  groupPlanList,
  within,
} from './group-plans.ts'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { pageOf } from '../list-calls.ts'

const route = routeWithTag('Group control')
const base = '/api/oper/group-route'
const screens = ['group-control'] as const
const manage = { screens, right: 'equipment.manage' } as const

const one = z.object({ plan: id('groupPlan') })

export const groupFileFormats = ['qgc', 'wpml', 'kml', 'geojson', 'isoxml'] as const

export const GroupControl = z.object({
  plan: id('groupPlan')
    .nullable()
    .default(null)
    .describe('null: the drones are told apart from any plan, so that there is nothing to send'),
  droneIds: z.array(DroneId).min(1).max(groupLimits.drones),
  action: z
    .enum(groupControlActions)
    .default('set')
    .describe('send: the next flight of each. set: what is given'),
  width: within(commandLimits.widthM).optional(),
  height: within(commandLimits.heightM).optional(),
  speed: within(commandLimits.speedMs).optional(),
})

export const GroupDroneStatus = z.object({
  plan: id('groupPlan'),
  droneIds: z.array(DroneId).max(groupLimits.drones).default([]).describe('None: all of the plan'),
  droneStatus: z
    .enum(['landed', 'broken-off', 'out', 'back'])
    .describe(
      'landed: the flight that it flew counts as done, however much it sprayed; a flight that sprayed what was planned counts without. broken-off: it ended early, and the rest is planned anew. out: others take over its rest. back: it takes part again',
    ),
  brokeOffAt: Position.nullable()
    .default(null)
    .describe(
      'Where it sprayed last; null: as far as its flight says. Nothing, where it has not flown',
    ),
  version: SeenVersion,
})

export const groupControlRoutes = {
  listGroupPlans: route('GET', base, {
    policy: { screens },
    summary: 'Plans of the own account and of those below it',
    ...pageOf(groupPlanList, { can: z.object({ create: z.boolean() }) }),
  }),
  putGroupRoute: route('PUT', base, {
    policy: manage,
    summary: 'Plan several drones over plots and keep the plan',
    body: GroupRouteInput,
    out: GroupPlanDetail,
    errors: [
      'not_found',
      'forbidden',
      'conflict',
      'group_plan_too_small',
      'group_plan_too_far',
      'group_plan_too_long',
      'group_plan_flying',
      'route_in_zone',
      'route_needs_consent',
    ],
  }),
  previewGroupRoute: route('POST', `${base}/preview`, {
    policy: { screens },
    summary: 'Plan several drones over plots and keep nothing',
    body: GroupRoutePreview,
    out: GroupRoutePlan,
    errors: ['not_found', 'group_plan_too_small', 'group_plan_too_far', 'group_plan_too_long'],
  }),
  controlGroup: route('POST', `${base}/control`, {
    policy: manage,
    summary: 'Tell drones of a plan the same; each is told or not, and why',
    body: GroupControl,
    out: z.object({
      told: z.array(
        z.object({
          droneId: DroneId,
          refusal: z.string().nullable().describe('Why it was not told; null: it was'),
        }),
      ),
      detail: GroupPlanDetail.nullable().describe('null: no plan was named'),
    }),
    errors: ['not_found', 'forbidden'],
  }),
  patchGroupDroneStatus: route('PATCH', `${base}/drone-status`, {
    policy: manage,
    summary:
      'Say how drones of a plan have come along; what is left is planned anew where it must be',
    body: GroupDroneStatus,
    out: GroupPlanDetail,
    errors: [
      'not_found',
      'forbidden',
      'conflict',
      'group_plan_too_far',
      'group_plan_nobody',
      'group_plan_not_flown',
    ],
  }),
  listGroupDrones: route('GET', `${base}/drones`, {
    policy: { screens },
    summary:
      'Drones that the caller may tell what to do, at most 100, with what their models carry',
    query: z.object({ search: SearchText }),
    out: z.object({
      items: z.array(
        z.object({
          droneId: DroneId,
          droneName: z.string(),
          modelName: z.string(),
          tankL: z.number(),
          widthM: z.number(),
        }),
      ),
    }),
  }),
  readDoseMap: route('POST', `${base}/dose-map`, {
    policy: { screens },
    summary:
      'The zones and doses of a file: GeoJSON, KML, Shapefile or CSV with a dose in L/ha, or ISO 11783-10 zones and grids; nothing is kept',
    file: {
      field: 'file',
      bytes: 8 * 1024 * 1024,
      types: ['application/geo+json', 'application/zip', 'application/xml'],
      tooLarge: 'payload_too_large',
    },
    out: z.object({ zones: z.array(GroupDoseZone) }),
    errors: ['one_file', 'payload_too_large', 'group_doses_none', 'group_doses_limit'],
  }),
  getGroupPlan: route('GET', `${base}/{plan}`, {
    policy: { screens },
    summary: 'One plan with its strips, flights and drones',
    params: one,
    out: GroupPlanDetail,
    errors: ['not_found'],
  }),
  getGroupDoses: route('GET', `${base}/{plan}/doses`, {
    policy: { screens },
    summary:
      'Of each dose what was planned, and what the drones of the plan sprayed on its ground since the plan was made',
    params: one,
    out: z.object({
      rows: z.array(
        z.object({
          doseLHa: z.number(),
          plannedM2: z.number(),
          plannedL: z.number(),
          sprayedM2: z.number(),
          sprayedL: z.number(),
        }),
      ),
      flightNum: z.int(),
    }),
    errors: ['not_found'],
  }),
  exportGroupPlan: route('GET', `${base}/{plan}/file`, {
    policy: { screens },
    summary:
      'A plan as a file: QGroundControl, DJI WPML (each a flight, several in a zip), KML, GeoJSON or ISO 11783-10',
    params: one,
    query: z.object({ format: z.enum(groupFileFormats) }),
    raw: 'application/octet-stream',
    errors: ['not_found'],
  }),
  deleteGroupPlan: route('DELETE', `${base}/{plan}`, {
    policy: manage,
    summary: 'Delete a plan',
    params: one,
    errors: ['not_found', 'forbidden', 'group_plan_flying'],
  }),
}

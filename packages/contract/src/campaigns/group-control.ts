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
    .describe('null: commands outside any plan; there is no flight to send then'),
  droneIds: z.array(DroneId).min(1).max(groupLimits.drones),
  action: z
    .enum(groupControlActions)
    .default('set')
    .describe(
      'send: transmit the next flight of each drone; set: apply the given width, height and speed',
    ),
  width: within(commandLimits.widthM).optional(),
  height: within(commandLimits.heightM).optional(),
  speed: within(commandLimits.speedMs).optional(),
})

export const GroupDroneStatus = z.object({
  plan: id('groupPlan'),
  droneIds: z
    .array(DroneId)
    .max(groupLimits.drones)
    .default([])
    .describe('Empty: all drones of the plan'),
  droneStatus: z
    .enum(['landed', 'broken-off', 'out', 'back'])
    .describe(
      'landed: its flight counts as done, however much it sprayed (not needed if it sprayed as planned). broken-off: its flight ended early and the rest is replanned. out: other drones take over its remaining work. back: it takes part again',
    ),
  brokeOffAt: Position.nullable()
    .default(null)
    .describe(
      'Last position where it sprayed; null: taken from its flight. Ignored if it has not flown',
    ),
  version: SeenVersion,
})

export const groupControlRoutes = {
  listGroupPlans: route('GET', base, {
    policy: { screens },
    summary: 'List the plans of the account and of its subordinate accounts',
    ...pageOf(groupPlanList, {
      stats: z
        .object({ ready: z.int(), flying: z.int(), done: z.int() })
        .describe('Counts with every filter applied except state'),
      can: z.object({ create: z.boolean() }),
    }),
  }),
  putGroupRoute: route('PUT', base, {
    policy: manage,
    summary: 'Plan a route for several drones over plots and save it',
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
    reads: true,
    policy: { screens },
    summary: 'Plan a route for several drones over plots without saving it',
    body: GroupRoutePreview,
    out: GroupRoutePlan,
    errors: ['not_found', 'group_plan_too_small', 'group_plan_too_far', 'group_plan_too_long'],
  }),
  controlGroup: route('POST', `${base}/control`, {
    policy: manage,
    summary:
      'Send the same command to several drones; each result is returned with the reason of a refusal',
    body: GroupControl,
    out: z.object({
      told: z.array(
        z.object({
          droneId: DroneId,
          refusal: z
            .string()
            .nullable()
            .describe('Reason why no command was sent; null: it was sent'),
        }),
      ),
      detail: GroupPlanDetail.nullable().describe('null: no plan was given'),
    }),
    errors: ['not_found', 'forbidden'],
  }),
  patchGroupDroneStatus: route('PATCH', `${base}/drone-status`, {
    policy: manage,
    summary: 'Report the status of drones of a plan; the remaining work is replanned if necessary',
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
      'List drones the caller may command, at most 100, with the tank and swath width of their models',
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
      'Read zones and doses from a file: GeoJSON, KML, Shapefile or CSV with a dose in L/ha, or ISO 11783-10 zones and grids; nothing is saved',
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
    summary: 'Get one plan with its strips, flights and drones',
    params: one,
    out: GroupPlanDetail,
    errors: ['not_found'],
  }),
  getGroupDoses: route('GET', `${base}/{plan}/doses`, {
    policy: { screens },
    summary:
      'Get the planned area and volume of each dose, and what the plan’s drones sprayed there since it was made',
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
      'Export a plan: QGroundControl, DJI WPML (one file per flight, several in a zip), KML, GeoJSON or ISO 11783-10',
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

import { z } from 'zod'
import { DroneId, Position, SearchText, Time, filter } from '../fields.ts'
import { notARow } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { MonitorDrone } from './monitor.ts'

const route = routeWithTag('Flight control')
const screens = ['flight-control'] as const
const base = '/api/oper/flight-control'

export const ControlDrone = MonitorDrone.extend({
  can: z.object({ command: z.boolean(), lock: z.boolean() }),
}).meta({ id: 'ControlDrone' })
export type ControlDrone = z.infer<typeof ControlDrone>

export const ControlDroneDetail = ControlDrone.extend({
  route: z
    .object({
      name: z.string(),
      time: Time,
      points: z.array(z.object({ at: Position, heightM: z.number(), pumpOn: z.boolean() })),
    })
    .nullable()
    .describe('Last route accepted by the drone; null if none'),
  videoUrl: z
    .string()
    .nullable()
    .describe('WHEP URL of the drone’s camera stream; null if the drone offers none'),
}).meta({ id: 'ControlDroneDetail' })
export type ControlDroneDetail = z.infer<typeof ControlDroneDetail>

const Steerer = {
  userId: notARow('Has or requests control; calls accept no other person', z.uuid()),
  userName: z.string(),
  accountName: z.string(),
  isYou: z.boolean(),
}
export const DroneControl = z
  .object({
    holder: z
      .object({ ...Steerer, since: Time, lapsesAt: Time })
      .nullable()
      .describe(
        'User in control of the drone; null if nobody is, in which case the sender of the next command gets control',
      ),
    queue: z
      .array(z.object({ ...Steerer, askedAt: Time }))
      .describe('Users waiting for control, in the order of their requests'),
  })
  .meta({ id: 'DroneControl' })
export type DroneControl = z.infer<typeof DroneControl>

const control = `${base}/control`
const OfDrone = z.object({ droneId: DroneId })
const steer = { screens, right: 'equipment.manage' } as const
const controlErrors = ['not_found', 'forbidden'] as const

export const flightControlRoutes = {
  listControlDrones: route('GET', `${base}/drones`, {
    policy: { screens },
    summary:
      'List up to 200 drones that are online, those in the air first, with the caller’s permissions for each',
    query: z.object({ search: SearchText, state: filter(z.enum(['air', 'ground'])) }),
    out: z.object({ items: z.array(ControlDrone), total: z.int() }),
  }),
  getControlDrone: route('GET', `${base}/drone`, {
    policy: { screens },
    summary: 'Get a drone, online or offline, with its current route',
    query: z.object({ droneId: DroneId }),
    out: ControlDroneDetail,
    errors: ['not_found'],
  }),
  getDroneControl: route('GET', control, {
    policy: { screens },
    summary: 'Get the user in control of a drone and the queue of users waiting for control',
    query: OfDrone,
    out: DroneControl,
    errors: ['not_found'],
  }),
  takeDroneControl: route('POST', `${control}/take`, {
    policy: steer,
    summary:
      'Take control of a drone, or join the queue if another user has control. Control and a place in the queue expire after a minute unless renewed',
    body: OfDrone,
    out: DroneControl,
    errors: controlErrors,
  }),
  keepDroneControl: route('PUT', `${control}/keep`, {
    policy: steer,
    summary: 'Renew the caller’s control or place in the queue for another minute',
    body: OfDrone,
    out: DroneControl,
    errors: controlErrors,
  }),
  handOverDroneControl: route('PUT', `${control}/hand-over`, {
    policy: steer,
    summary:
      'Hand control over to the first user in the queue; only the user in control can do this',
    body: OfDrone,
    out: DroneControl,
    errors: [...controlErrors, 'conflict'],
  }),
  leaveDroneControl: route('PUT', `${control}/leave`, {
    policy: steer,
    summary:
      'Release control or leave the queue; released control passes to the first user in the queue',
    body: OfDrone,
    out: DroneControl,
    errors: controlErrors,
  }),
}

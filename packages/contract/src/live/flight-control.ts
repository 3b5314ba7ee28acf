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
    .describe('The last one that the drone took'),
  videoUrl: z
    .string()
    .nullable()
    .describe('Where the picture of its camera is to be had by WHEP; null: it offers none'),
}).meta({ id: 'ControlDroneDetail' })
export type ControlDroneDetail = z.infer<typeof ControlDroneDetail>

const Steerer = {
  userId: notARow('Of whoever steers or asks: said, and taken of them alone', z.uuid()),
  userName: z.string(),
  accountName: z.string(),
  isYou: z.boolean(),
}
export const DroneControl = z
  .object({
    holder: z
      .object({ ...Steerer, since: Time, lapsesAt: Time })
      .nullable()
      .describe('Who steers it; null: nobody, and the next command takes it'),
    queue: z.array(z.object({ ...Steerer, askedAt: Time })).describe('Who asks for it, in turn'),
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
      'Drones that are there now, those in the air first, at most 200; and what the caller may do with each',
    query: z.object({ search: SearchText, state: filter(z.enum(['air', 'ground'])) }),
    out: z.object({ items: z.array(ControlDrone), total: z.int() }),
  }),
  getControlDrone: route('GET', `${base}/drone`, {
    policy: { screens },
    summary: 'One drone, whether it is there or not, and the route that it keeps',
    query: z.object({ droneId: DroneId }),
    out: ControlDroneDetail,
    errors: ['not_found'],
  }),
  getDroneControl: route('GET', control, {
    policy: { screens },
    summary: 'Who steers a drone, and who asks for it',
    query: OfDrone,
    out: DroneControl,
    errors: ['not_found'],
  }),
  takeDroneControl: route('POST', `${control}/take`, {
    policy: steer,
    summary: 'Steer a drone that nobody steers, else ask whoever does; both last a minute',
    body: OfDrone,
    out: DroneControl,
    errors: controlErrors,
  }),
  keepDroneControl: route('PUT', `${control}/keep`, {
    policy: steer,
    summary: 'Still there: what one has, control or a place in the queue, lasts another minute',
    body: OfDrone,
    out: DroneControl,
    errors: controlErrors,
  }),
  handOverDroneControl: route('PUT', `${control}/hand-over`, {
    policy: steer,
    summary: 'Give it to the first who asks; whoever does not steer it cannot',
    body: OfDrone,
    out: DroneControl,
    errors: [...controlErrors, 'conflict'],
  }),
  leaveDroneControl: route('PUT', `${control}/leave`, {
    policy: steer,
    summary: 'Steer it no longer, or ask no longer; the first who asks has it then',
    body: OfDrone,
    out: DroneControl,
    errors: controlErrors,
  }),
}

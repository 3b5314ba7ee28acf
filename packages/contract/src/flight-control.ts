import { z } from 'zod'
import { DroneId, Position, SearchText, Time, filter } from './fields.ts'
import { route } from './kit.ts'
import { MonitorDrone } from './monitor.ts'

const tag = 'Flight control'
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
}).meta({ id: 'ControlDroneDetail' })
export type ControlDroneDetail = z.infer<typeof ControlDroneDetail>

export const flightControlRoutes = {
  listControlDrones: route({
    method: 'GET',
    path: `${base}/drones`,
    tag,
    policy: { screens },
    summary:
      'Drones that are there now, those in the air first, at most 200; and what the caller may do with each',
    query: z.object({ search: SearchText, state: filter(z.enum(['air', 'ground'])) }),
    out: z.object({ items: z.array(ControlDrone), total: z.int() }),
  }),
  getControlDrone: route({
    method: 'GET',
    path: `${base}/drone`,
    tag,
    policy: { screens },
    summary: 'One drone, whether it is there or not, and the route that it keeps',
    query: z.object({ droneId: DroneId }),
    out: ControlDroneDetail,
    errors: ['not_found'],
  }),
}

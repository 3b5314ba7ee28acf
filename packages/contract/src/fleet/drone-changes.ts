import { z } from 'zod'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { DroneId, RegionPath, SearchText } from '../fields.ts'
import { DroneRow, deviceTypes } from './drone-list.ts'

const route = routeWithTag('Drones')
const screens = ['drone-list'] as const
const right = 'equipment.manage'
const base = '/api/drone/device/manage'
const changeErrors = ['not_found', 'forbidden', 'conflict'] as const

const version = z
  .int()
  .optional()
  .describe('Version as read; the change is refused if the drone was changed since')
const note = (length: number) =>
  z
    .string()
    .trim()
    .max(length)
    .transform((text) => text || null)
    .nullable()
    .default(null)

export const DroneChange = z.object({
  droneId: DroneId,
  flyModelId: id('droneModel').describe(
    'Another model may be set only by the manufacturer, and must be of the same manufacturer',
  ),
  droneName: z.string().trim().min(1).max(60),
  regMark: note(40).describe('Registration mark'),
  rackNo: note(40).describe('Frame number'),
  buyer: note(80),
  version,
})
export type DroneChange = z.infer<typeof DroneChange>

export const OwnerChange = z.object({
  droneId: DroneId,
  yyAccountId: id('account').nullable().describe('New owner; null: returned to the manufacturer'),
  version,
})
export const SaleTypeChange = z.object({ saleType: z.literal([1, 2, 3]), version })
export const MakerNumberChange = z.object({ zzDroneNum: note(60), version })
export const DeviceTypeChange = z.object({
  deviceType: z.enum(deviceTypes),
  sprayWidth: z.number().min(0.5).max(50).describe('m'),
  version,
})
export const RentalChange = z.object({
  droneId: DroneId,
  rentalModel: z
    .literal([1, 2, 3, 5])
    .nullable()
    .describe('1 per mu, 2 per time, 3 all, 5 shared; null: not for rent'),
  version,
})

export const droneChangeRoutes = {
  updateDrone: route('PUT', `${base}/updateDrone`, {
    summary: 'Change the register entry of a drone',
    policy: { screens, right },
    body: DroneChange,
    out: DroneRow,
    errors: ['not_found', 'forbidden', 'conflict', 'number_of_a_model'],
  }),
  setSaleType: route('PUT', `${base}/{droneId}/saleType`, {
    summary: 'Set whether a drone is sold, leased or for demonstration',
    policy: { screens, right },
    params: z.object({ droneId: DroneId }),
    body: SaleTypeChange,
    out: DroneRow,
    errors: changeErrors,
  }),
  setMakerNumber: route('PUT', `${base}/{droneId}/zzDroneNum`, {
    summary: 'Change the manufacturer’s number of a drone',
    policy: { screens, right },
    params: z.object({ droneId: DroneId }),
    body: MakerNumberChange,
    out: DroneRow,
    errors: changeErrors,
  }),
  setDeviceType: route('PUT', `${base}/{droneId}/deviceType`, {
    summary: 'Change the type and swath width of a drone',
    policy: { screens, right },
    params: z.object({ droneId: DroneId }),
    body: DeviceTypeChange,
    out: DroneRow,
    errors: changeErrors,
  }),
  setActivation: route('PUT', `${base}/{droneId}/activation`, {
    policy: { screens, right },
    summary:
      'Return a drone to debugging, or release it for its first connection, which activates it; for its manufacturer',
    params: z.object({ droneId: DroneId }),
    body: z.object({ activation: z.literal([0, 1]), version }),
    out: DroneRow,
    errors: [...changeErrors, 'drone_activated'],
  }),
  updateRental: route('POST', `${base}/rental/update`, {
    summary: 'Change the rental model of a drone',
    policy: { screens, right },
    body: RentalChange,
    out: DroneRow,
    errors: changeErrors,
  }),
  changeOwner: route('POST', `${base}/changeOwner`, {
    summary: 'Transfer a drone to another owner; past work stays with its former owners',
    policy: { screens, right },
    body: OwnerChange,
    out: DroneRow,
    errors: [...changeErrors, 'drone_leased'],
  }),
  getNewOwners: route('GET', `${base}/{droneId}/newOwners`, {
    summary: 'List operators that the caller may transfer a drone to',
    policy: { screens, right },
    params: z.object({ droneId: DroneId }),
    query: z.object({ accountName: SearchText }),
    out: z.object({
      items: z
        .array(z.object({ accountId: id('account'), accountName: z.string(), region: RegionPath }))
        .describe('At most 500'),
    }),
    errors: ['not_found', 'forbidden'],
  }),
}

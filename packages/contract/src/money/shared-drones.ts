// Drones that anyone can rent by scanning their code (decisions on leasing: rental model 5).
import { z } from 'zod'
import { DroneId, Mu, Time } from '../fields.ts'
import { routeWithTag } from '../kit.ts'
import { ChargeBy, CurrencyCode, leasingBase, prices } from './leasing-fields.ts'

const route = routeWithTag('Leasing')
const base = `${leasingBase}/shared/{shareToken}`

export const ShareToken = z
  .string()
  .regex(/^[A-Za-z0-9_-]{22}$/)
  .describe('From the code on the drone')
const params = z.object({ shareToken: ShareToken })

export const SharedDrone = z
  .object({
    droneId: DroneId,
    droneName: z.string(),
    modelName: z.string(),
    lessorAccountName: z.string(),
    chargeBy: ChargeBy,
    ...prices,
    locked: z.boolean(),
    inTheAir: z.boolean(),
    state: z
      .enum(['free', 'mine', 'taken', 'notClient'])
      .describe('notClient: the account is no activated client of whoever lends it'),
    since: Time.nullable().describe('Since when the own account has it'),
    flights: z
      .array(
        z.object({
          startTime: Time,
          endTime: Time,
          coveredArea: Mu,
          flightTime: z.number().describe('Seconds'),
          charge: z
            .object({ currency: CurrencyCode, amount: z.int() })
            .nullable()
            .describe('In the smallest unit; null: not charged yet'),
        }),
      )
      .describe('Of the own account since it took it over, newest first'),
    balance: z
      .object({ currency: CurrencyCode, amount: z.int() })
      .nullable()
      .describe('Of the own account with this lessor, in the smallest unit'),
  })
  .meta({ id: 'SharedDrone' })
export type SharedDrone = z.infer<typeof SharedDrone>

export const sharedDroneRoutes = {
  getSharedDrone: route('GET', base, {
    policy: {},
    summary: 'The drone whose code was scanned, and what was flown with it since one has it',
    params,
    out: SharedDrone,
    errors: ['not_found'],
  }),
  takeSharedDrone: route('POST', `${base}/take`, {
    policy: {},
    summary: 'Take it over: what is flown from now on is charged to the own account',
    params,
    out: SharedDrone,
    errors: [
      'not_found',
      'client_not_activated',
      'shared_drone_taken',
      'drone_in_the_air',
      'balance_spent',
    ],
  }),
  giveBackSharedDrone: route('POST', `${base}/giveBack`, {
    policy: {},
    summary: 'Give it back: what is flown from now on is charged to others',
    params,
    out: SharedDrone,
    errors: ['not_found', 'shared_drone_not_yours', 'drone_in_the_air'],
  }),
}

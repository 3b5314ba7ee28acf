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
  .describe('Token from the QR code on the drone')
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
      .describe(
        'mine: the account has it; notClient: the account is not an activated client of the lessor',
      ),
    since: Time.nullable().describe('Time since which the caller’s account has the drone'),
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
      .describe('Flights since the caller’s account took the drone over, newest first'),
    balance: z
      .object({ currency: CurrencyCode, amount: z.int() })
      .nullable()
      .describe('Balance of the caller’s account with this lessor, in the smallest unit'),
  })
  .meta({ id: 'SharedDrone' })
export type SharedDrone = z.infer<typeof SharedDrone>

export const sharedDroneRoutes = {
  getSharedDrone: route('GET', base, {
    policy: {},
    summary:
      'Get a shared drone by its QR code token, with the flights since the caller took it over',
    params,
    out: SharedDrone,
    errors: ['not_found'],
  }),
  takeSharedDrone: route('POST', `${base}/take`, {
    policy: {},
    summary: 'Take over a shared drone; flights from now on are charged to the caller’s account',
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
    summary: 'End the use of a shared drone; later flights are not charged to the caller’s account',
    params,
    out: SharedDrone,
    errors: ['not_found', 'shared_drone_not_yours', 'drone_in_the_air'],
  }),
}

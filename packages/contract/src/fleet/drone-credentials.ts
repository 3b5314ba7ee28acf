import { z } from 'zod'
import { routeWithTag } from '../kit.ts'
import { DroneId, Time } from '../fields.ts'

const route = routeWithTag('Drones')
const screens = ['drone-list'] as const
const base = '/api/drone/device/manage'

export const NewCredential = z
  .object({
    username: z.string().describe('The drone’s id'),
    password: z.string().describe('Shown only once; 32 random bytes'),
    mqttHost: z.string(),
    mqttPort: z.int(),
    previousValidUntil: Time.nullable().describe('Time until which the previous credential works'),
  })
  .meta({ id: 'NewCredential' })
export type NewCredential = z.infer<typeof NewCredential>

export const droneCredentialRoutes = {
  issueCredential: route('POST', `${base}/{droneId}/credential`, {
    policy: { screens, right: 'equipment.manage' },
    summary:
      'Issue or rotate the connection credentials of a drone; the previous one works for 24 more hours',
    params: z.object({ droneId: DroneId }),
    out: NewCredential,
    errors: ['not_found', 'forbidden'],
  }),
}

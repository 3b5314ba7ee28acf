import { z } from 'zod'
import { DroneId, filter, IndexPage, indexPaged, Time } from '../fields.ts'
import { routeWithTag } from '../kit.ts'

/** One message, or points of one reason of it, that could not be used. */
export const KeptAside = z
  .object({
    topic: z.string().describe('track, event, state, osd, or what was sent there'),
    reason: z.string().describe('As docs/device-protocol.md lists them'),
    count: z.int().describe('Points, or messages'),
    receiveTime: Time,
    text: z.string().nullable().describe('The first 4 KiB as text; null: no text'),
    hex: z.string().describe('The first 256 bytes, hexadecimal'),
  })
  .meta({ id: 'KeptAside' })

const route = routeWithTag('Drones')

export const droneQuarantineRoutes = {
  getQuarantine: route('GET', '/api/drone/device/manage/{droneId}/quarantine', {
    summary:
      'What came of a drone and could not be used, newest first, with its first bytes: for its maker, its owner since it is theirs, and the platform',
    policy: { screens: ['drone-list'], right: 'equipment.manage' },
    params: z.object({ droneId: DroneId }),
    query: IndexPage.extend({ reason: filter(z.string().max(40)) }),
    out: indexPaged(KeptAside),
    errors: ['not_found', 'forbidden'],
  }),
}

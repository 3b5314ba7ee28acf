import { z } from 'zod'
import { DroneId, filter, IndexPage, indexPaged, Time } from '../fields.ts'
import { routeWithTag } from '../kit.ts'

/** A message, or points of a message with the same reason, that could not be used. */
export const KeptAside = z
  .object({
    topic: z.string().describe('track, event, state, osd, or another topic'),
    reason: z.string().describe('Reason as defined in docs/device-protocol.md'),
    count: z.int().describe('Number of points or messages'),
    receiveTime: Time,
    text: z.string().nullable().describe('First 4 KiB as text; null: not text'),
    hex: z.string().describe('First 256 bytes, hexadecimal'),
  })
  .meta({ id: 'KeptAside' })

const route = routeWithTag('Drones')

export const droneQuarantineRoutes = {
  getQuarantine: route('GET', '/api/drone/device/manage/{droneId}/quarantine', {
    summary:
      'List unusable messages and points of a drone, newest first, with their first bytes; for its manufacturer, its owner (since becoming the owner) and the platform',
    policy: { screens: ['drone-list'], right: 'equipment.manage' },
    params: z.object({ droneId: DroneId }),
    query: IndexPage.extend({ reason: filter(z.string().max(40)) }),
    out: indexPaged(KeptAside),
    errors: ['not_found', 'forbidden'],
  }),
}

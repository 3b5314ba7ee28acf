// Version of the surrounding zones held by each drone.
import { z } from 'zod'
import { FlightState } from '../codes.ts'
import { DroneId, Page, Time, filter, paged } from '../fields.ts'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'

export const holderStates = ['current', 'behind', 'never'] as const

export const ZoneDistribution = z
  .object({ current: z.int(), behind: z.int() })
  .describe(
    'Number of drones that query the zones of this area, with the current version and with an older one',
  )

export const ZoneHolder = z
  .object({
    droneId: DroneId,
    droneName: z.string(),
    yyAccountName: z.string().nullable(),
    state: z
      .enum(holderStates)
      .describe(
        'behind: it holds the zones from before the last change of this zone. never: its last position is nearby, and it has never queried the zones',
      ),
    flight: FlightState.describe('State at its last message'),
    acknowledgedAt: Time.nullable().describe('Time of its last report of the version it holds'),
    behindSince: Time.nullable().describe('Time of the change it does not have yet'),
  })
  .meta({ id: 'ZoneHolder' })
export type ZoneHolder = z.infer<typeof ZoneHolder>

const route = routeWithTag('No-fly zones')
const screens = ['no-fly-zone-list'] as const
const base = '/api/drone/nofly/manage'

export const zoneDistributionRoutes = {
  getZoneHolders: route('GET', `${base}/{noflyId}/holders`, {
    policy: { screens },
    summary:
      'List the caller’s drones near a zone with the version each holds, outdated ones first',
    params: z.object({ noflyId: id('noFlyZone') }),
    query: Page.extend({ state: filter(z.enum(holderStates)) }),
    out: paged(ZoneHolder).extend({
      stats: ZoneDistribution.extend({ never: z.int() }),
      changedAt: Time.describe('Time of the last change of the zone'),
    }),
    errors: ['not_found'],
  }),
}

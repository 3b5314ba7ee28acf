// Which version of the surrounding zones each drone has.
import { z } from 'zod'
import { FlightState } from '../codes.ts'
import { DroneId, Page, Time, filter, paged } from '../fields.ts'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'

export const holderStates = ['current', 'behind', 'never'] as const

export const ZoneDistribution = z
  .object({ current: z.int(), behind: z.int() })
  .describe('Drones that ask for the zones of this ground: who holds it as it is, who does not')

export const ZoneHolder = z
  .object({
    droneId: DroneId,
    droneName: z.string(),
    yyAccountName: z.string().nullable(),
    state: z
      .enum(holderStates)
      .describe(
        'behind: it holds the zones as they were before the last change of this one. never: its last place is near, and it has never asked',
      ),
    flight: FlightState.describe('At its last message'),
    acknowledgedAt: Time.nullable().describe('When it said last which version it holds'),
    behindSince: Time.nullable().describe('When the change was made that it does not hold'),
  })
  .meta({ id: 'ZoneHolder' })
export type ZoneHolder = z.infer<typeof ZoneHolder>

const route = routeWithTag('No-fly zones')
const screens = ['no-fly-zone-list'] as const
const base = '/api/drone/nofly/manage'

export const zoneDistributionRoutes = {
  getZoneHolders: route('GET', `${base}/{noflyId}/holders`, {
    policy: { screens },
    summary: 'Drones of the caller near a zone and which version of it each holds, old ones first',
    params: z.object({ noflyId: id('noFlyZone') }),
    query: Page.extend({ state: filter(z.enum(holderStates)) }),
    out: paged(ZoneHolder).extend({
      stats: ZoneDistribution.extend({ never: z.int() }),
      changedAt: Time.describe('When the zone was changed last'),
    }),
    errors: ['not_found'],
  }),
}

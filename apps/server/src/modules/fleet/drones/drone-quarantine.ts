// Data that a drone sent and that was rejected, for the developers of its firmware.
import type { droneQuarantineRoutes } from '@swath/contract/fleet/drone-quarantine'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Services } from '../../../platform/services.ts'
import { listFormerParties } from './drone-changes.queries.ts'
import { pageOfQuarantine } from './drone-quarantine.queries.ts'
import { findDrone } from './drones.queries.ts'
import { abilitiesOver } from './present-drone.ts'

/** Text may be cut off in the middle of a character and is shown as text all the same. */
const decodeText = (sample: Buffer): string | null => {
  const text = sample.toString('utf8').replace(/\uFFFD$/, '')
  // oxlint-disable-next-line no-control-regex -- bytes that never occur in text
  return /[\uFFFD\u0000-\u0008\u000E-\u001F]/.test(text) ? null : text
}

export const quarantineHandlers = ({
  readDb,
  clock,
}: Services): Handlers<typeof droneQuarantineRoutes> => ({
  getQuarantine: async ({ params, query }, { caller }) => {
    const drone =
      (await findDrone(readDb, caller.scope, params.droneId, new Date(clock.now()))) ??
      fail('not_found')
    const abilities = abilitiesOver(caller, drone)
    if (!abilities.update) fail('forbidden')
    // A new owner must not see positions of flights for the previous one.
    const [handedOver] = abilities.editAsManufacturer
      ? []
      : await listFormerParties(readDb, drone.id)
    const since = handedOver?.until_at ?? new Date(0)
    const { rows, total } = await pageOfQuarantine(readDb, drone.id, since, query)
    return {
      items: rows.map(({ topic, reason, count, received_at, sample }) => ({
        topic,
        reason,
        count,
        receiveTime: received_at.toISOString(),
        text: decodeText(sample),
        hex: sample.toString('hex', 0, 256),
      })),
      total,
      pageIndex: query.pageIndex,
      size: query.size,
    }
  },
})

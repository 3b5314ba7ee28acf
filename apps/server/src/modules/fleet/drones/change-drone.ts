// One change of one drone in the register, of any kind.
import type { DroneAbilities } from '@swath/domain/access/drone-abilities'
import type { Facts } from '../../../platform/change/change.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { SignedInContext } from '../../../platform/http/context.ts'
import { readDrone } from './drones.queries.ts'
import { writeDrone, type LockedDrone } from './drone-changes.queries.ts'
import type { Deps } from './drone-change-deps.ts'
import { droneKind } from './drone-kind.ts'
import { presentDrone } from './present-drone.ts'

type Change = { columns: Parameters<typeof writeDrone>[2]; before: Facts; after: Facts }

export const changeDrone = (
  { clock, change }: Pick<Deps, 'clock' | 'change'>,
  context: SignedInContext,
  { droneId, version }: { droneId: string; version?: number | undefined },
  ability: keyof DroneAbilities,
  action: string,
  work: (trx: Tx, drone: LockedDrone) => Promise<Change>,
) =>
  change(context, droneKind, { id: droneId, version, to: ability, action }, async (trx, drone) => {
    const { columns, before, after } = await work(trx, drone)
    return {
      before,
      after,
      write: () => writeDrone(trx, drone.id, columns),
      answer: async () =>
        presentDrone(
          await readDrone(trx, drone.id, new Date(clock.now())),
          context.caller,
          context.language,
        ),
      tell: (events) => events.emit('dronesChanged', { droneIds: [drone.id] }),
    }
  })

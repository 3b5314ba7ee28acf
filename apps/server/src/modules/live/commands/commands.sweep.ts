// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { commandRoutes } from '@swath/contract/live/commands'
import type { Db } from '../../../platform/database/database.ts'
import { featureSweep, ofUnseenDrones } from '../../../sweep/testing-cases.ts'
import { droneList, flightControl, visibleDrones } from '../../../sweep/testing-oracle.ts'
import { world, worldNow, idsFor, droneLines, droneNames } from '../../../sweep/testing-world.ts'

/** A completed command of each drone, which cannot be cancelled any more. */
const commandId = idsFor(droneNames)
const seed = async (db: Db): Promise<void> => {
  await db
    .insertInto('command')
    .values(
      droneNames.map((name) => ({
        drone_id: world.droneId[name],
        id: commandId[name],
        number: 1,
        type: 'hold',
        state: 'done' as const,
        account_id: world.accountId[droneLines[name].maker],
        user_id: world.userId.root,
        user_name: 'Sweep',
        good_until: new Date(worldNow),
        sent_at: new Date(worldNow),
        ended_at: new Date(worldNow),
        reason: null,
      })),
    )
    .execute()
}

export const commandSweep = featureSweep(commandRoutes, {
  seed,
  strangers: { command: ofUnseenDrones(commandId) },
  cases: {
    listCommands: {
      people: droneList,
      request: () => ({ query: { pageSize: '100' } }),
      holds: { kind: 'drone', rows: visibleDrones },
    },
    sendCommand: {
      people: flightControl,
      right: true,
      request: ({ drone }) => ({
        body: { droneId: world.droneId[drone], command: { type: 'hold' } },
      }),
      changes: true,
    },
    cancelCommand: {
      people: flightControl,
      right: true,
      request: ({ drone }) => ({
        body: { droneId: world.droneId[drone], commandId: commandId[drone] },
      }),
    },
    lockDrone: {
      people: droneList,
      right: true,
      request: ({ drone }) => ({
        body: { droneId: world.droneId[drone], opr: 'lock', password: 'Wrong2026' },
      }),
      changes: true,
    },
  },
})

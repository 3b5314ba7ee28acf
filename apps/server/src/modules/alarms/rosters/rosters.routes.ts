// Rosters of an account: who is on duty for level-1 alarms of a region.
import { rostersAtMost, type rosterRoutes } from '@swath/contract/alarms/rosters'
import { findOverlap, onDuty } from '@swath/domain/duty-roster'
import { findRegion } from '@swath/fixtures/regions'
import { createPlainChanges } from '../../../platform/change/plain-changes.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { regionPath } from '../../../platform/regions/region-path.ts'
import type { Services } from '../../../platform/services.ts'
import { lockAccount } from '../../../platform/access/lock-account.queries.ts'
import { managesRosters, presentMember, presentRoster, toFields } from './roster-presenters.ts'
import {
  deleteRosterRow,
  findMembers,
  findRoster,
  insertRoster,
  listMembers,
  lockRoster,
  rostersOf,
  updateRosterRow,
  type RosterFields,
} from './rosters.queries.ts'

const listUserIds = (rosters: readonly Pick<RosterFields, 'shifts'>[]): string[] => [
  ...new Set(rosters.flatMap(({ shifts }) => shifts.flatMap(({ userIds }) => userIds))),
]

const readPeople = async (
  db: Db | Tx,
  accountId: string,
  rosters: readonly Pick<RosterFields, 'shifts'>[],
) => (await findMembers(db, accountId, listUserIds(rosters))).map(presentMember)

/** Locks the account, so that its rosters change one at a time, and checks its other rosters. */
const checkRoster = async (
  trx: Tx,
  { id, accountId }: { id: string; accountId: string },
  fields: RosterFields,
): Promise<void> => {
  const { region } = fields
  await lockAccount(trx, accountId)
  const userIds = listUserIds([fields])
  if ((await findMembers(trx, accountId, userIds)).length < userIds.length) fail('not_found')
  if (region !== null && !findRegion(region))
    fail('invalid_input', {}, [{ path: 'region', message: 'unknownRegion' }])
  if (findOverlap(fields.shifts))
    fail('invalid_input', {}, [{ path: 'shifts', message: 'shiftsOverlap' }])
  const others = (await rostersOf(trx, accountId)).filter((other) => other.id !== id)
  if (others.length >= rostersAtMost) fail('too_many_rosters', { count: rostersAtMost })
  if (others.some((other) => other.region_code === region))
    fail('invalid_input', {}, [{ path: 'region', message: 'rosterOfRegion' }])
}

const createRosterChanges = (services: Services) =>
  createPlainChanges(services, {
    kind: {
      type: 'roster',
      lock: (trx, { caller }, id) => lockRoster(trx, caller.accountId, id),
      refusal: ({ caller }) => (managesRosters(caller) ? null : 'forbidden'),
      identify: ({ id, name }) => ({ id, name }),
      readVersion: ({ version }) => version,
    },
    nameOf: ({ rosterName }: RosterFields) => rosterName,
    toFields,
    insert: async (trx, { caller: { accountId } }, id, fields) => {
      await checkRoster(trx, { id, accountId }, fields)
      await insertRoster(trx, { id, accountId, ...fields })
    },
    update: async (trx, id, fields) => {
      const { account_id: accountId } = (await findRoster(trx, id)) ?? fail('conflict')
      await checkRoster(trx, { id, accountId }, fields)
      await updateRosterRow(trx, id, fields)
    },
    remove: deleteRosterRow,
    read: async (trx, context, id) =>
      presentRoster((await findRoster(trx, id)) ?? fail('conflict'), context),
  })

export const rosterHandlers = (services: Services): Handlers<typeof rosterRoutes> => {
  const { db, clock } = services
  const { add, update, remove } = createRosterChanges(services)
  return {
    listRosters: async (_input, context) => {
      const { accountId, timeZone } = context.caller
      const rows = await rostersOf(db, accountId)
      return {
        items: rows.map((row) => presentRoster(row, context)),
        people: await readPeople(db, accountId, rows),
        timeZone,
        can: { create: managesRosters(context.caller) && rows.length < rostersAtMost },
      }
    },
    listRosterPeople: async (_input, { caller }) => ({
      items: (await listMembers(db, caller.accountId))
        .map(presentMember)
        .filter(({ state }) => state !== 'noRight'),
    }),
    addRoster: ({ body }, context) => add(context, body),
    updateRoster: ({ body: { rosterId: id, version, ...fields } }, context) =>
      update(context, { id, version }, fields),
    deleteRoster: ({ params }, context) => remove(context, params.rosterId),
    getOnDuty: async (_input, { caller: { accountId, timeZone }, language }) => {
      const rows = await rostersOf(db, accountId)
      const people = await readPeople(db, accountId, rows)
      return {
        items: rows.map((row) => {
          const userIds = onDuty(row, clock.now(), timeZone)?.userIds ?? []
          return {
            rosterId: row.id,
            rosterName: row.name,
            regionPath: regionPath(row.region_code, language),
            people: userIds.flatMap((id) => people.filter(({ userId }) => userId === id)),
          }
        }),
      }
    },
  }
}

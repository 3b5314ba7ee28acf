// Readers of a bulletin, and the number of recipients that it would have.
import { rightsByUserType } from '@swath/domain/access/rights'
import { fail } from '../../../platform/errors/fail.ts'
import { regionPath } from '../../../platform/regions/region-path.ts'
import { present, targetTypes, toTargetCode } from './bulletin-presenters.ts'
import {
  countRecipients,
  listPeople,
  receiptRows,
  sumReceipts,
} from './bulletin-recipients.queries.ts'
import type { Calls, Deps } from './bulletin-deps.ts'
import { findBulletin, toReader } from './bulletins.queries.ts'

type Person = Awaited<ReturnType<typeof listPeople>>[number]

/** A person who has read it counts as a reader, even if they have lost the right since. */
const isReader = ({ rights, user_type, read_at }: Person): boolean =>
  read_at !== null || (rights ?? rightsByUserType[user_type]).includes('bulletin.receive')

export const getBulletinReceipts =
  ({ readDb }: Deps): Calls['getBulletinReceipts'] =>
  async ({ query }, { caller, language }) => {
    const id = query.bulletinId
    const row = (await findBulletin(readDb, toReader(caller), id)) ?? fail('not_found')
    if (!present(row, caller, language).can.seeReceipts) fail('forbidden')
    const [rows, sums] = await Promise.all([
      receiptRows.page(readDb, id, query, query),
      sumReceipts(readDb, id, query),
    ])
    const people =
      rows.length === 0
        ? []
        : await listPeople(
            readDb,
            id,
            rows.map((one) => one.id),
          )
    return {
      items: rows.map((account) => ({
        accountId: account.id,
        accountName: account.name,
        accountType: toTargetCode(account.type),
        region: regionPath(account.region_code, language),
        readAt: account.read_at?.toISOString() ?? null,
        people: people
          .filter((person) => person.account_id === account.id && isReader(person))
          .map(({ name, read_at }) => ({ userName: name, readAt: read_at?.toISOString() ?? null })),
      })),
      total: sums.accounts,
      currentPage: query.currentPage,
      pageSize: query.pageSize,
      stats: { accountNum: sums.accounts, readNum: sums.read, personNum: sums.people },
    }
  }

export const countBulletinRecipients =
  ({ readDb }: Deps): Calls['countBulletinRecipients'] =>
  async ({ body: { targetAccountTypes, targetRegions } }, { caller }) => {
    const { manufacturer, operator } = await countRecipients(readDb, caller.accountId, {
      types: targetAccountTypes.map((code) => targetTypes[code]),
      regions: targetRegions,
    })
    return {
      accountNum: manufacturer + operator,
      manufacturerNum: manufacturer,
      ownerNum: operator,
    }
  }

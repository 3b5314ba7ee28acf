// Lists, shows and marks bulletins as read, together with the anomalies that the same calls list.
import { tx } from '../../../platform/database/database.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { countUnresolved, sumUnresolved } from '../anomalies/alarm-desk.queries.ts'
import { listAnomaliesFor } from '../anomalies/anomaly-presenters.ts'
import { markRead as markAnomaliesRead } from '../anomalies/anomalies.queries.ts'
import { present, presentAnomaly, readBulletin } from './bulletin-presenters.ts'
import type { Calls, Deps } from './bulletin-deps.ts'
import {
  bulletinRows,
  countUnreadFor,
  markBulletinsReadBy,
  pageOfUnread,
  toReader,
} from './bulletins.queries.ts'

const countedAtMost = 999

export const listBulletins =
  (deps: Deps): Calls['listBulletins'] =>
  async ({ query }, context) => {
    const { caller, language } = context
    const { readDb } = deps
    const page = { currentPage: query.currentPage, pageSize: query.pageSize }
    if (query.bulletinType === '1') {
      const { droneId, oddType, zzAccountName, yyAccountName, startTime, endTime } = query
      const { items, total } = await listAnomaliesFor(deps, context, {
        ...page,
        ...{ droneId, oddType, zzAccountName, yyAccountName, startTime, endTime },
        unread: query.read === 'false' ? 'true' : query.read === 'true' ? 'false' : undefined,
        order: query.order === 'publishTime' ? 'recordTime' : undefined,
      })
      return {
        items: items.map((one) => presentAnomaly(one, language)),
        total,
        counts: null,
        ...page,
      }
    }
    const reader = toReader(caller)
    const [rows, counts] = await Promise.all([
      bulletinRows.readPage(readDb, reader, query, (row) => present(row, caller, language)),
      bulletinRows.countStates(readDb, reader, query),
    ])
    return { ...rows, counts }
  }

export const listUnreadBulletins =
  ({ readDb }: Deps): Calls['listUnreadBulletins'] =>
  async ({ query }, { caller, language }) => {
    const { rows, total } = await pageOfUnread(readDb, toReader(caller), query)
    return { items: rows.map((row) => present(row, caller, language)), total, ...query }
  }

export const getBulletin =
  ({ readDb }: Deps): Calls['getBulletin'] =>
  ({ params }, context) =>
    readBulletin(readDb, context, params.bulletinId)

export const countUnreadBulletins =
  ({ db }: Deps): Calls['countUnreadBulletins'] =>
  async (_input, { caller }) => {
    const [alarms, bulletinCount] = await Promise.all([
      countUnresolved(db, caller),
      countUnreadFor(db, toReader(caller), countedAtMost),
    ])
    const anomalyCount = sumUnresolved(alarms, 'unread')
    return {
      count: anomalyCount + bulletinCount,
      anomalyCount,
      unresolvedAlarmCount: sumUnresolved(alarms, 'count'),
      unresolvedLevelOneCount: alarms.find(({ level }) => level === 1)?.count ?? 0,
      bulletinCount,
    }
  }

export const markBulletinsRead =
  ({ db, clock }: Deps): Calls['markBulletinsRead'] =>
  async ({ body: { oprType, bulletinIds, bulletinType } }, { caller }) => {
    const ids = oprType === 2 ? null : [...new Set(bulletinIds)]
    const isAsked = (type: 1 | 2): boolean =>
      oprType === 1 || bulletinType === undefined || bulletinType === type
    await tx(db, async (trx) => {
      const now = new Date(clock.now())
      const bulletins = isAsked(2) ? await markBulletinsReadBy(trx, toReader(caller), ids, now) : 0
      const anomalies =
        isAsked(1) && bulletins !== ids?.length
          ? await markAnomaliesRead(trx, caller.scope, caller.userId, ids, now)
          : 0
      if (ids && bulletins + anomalies !== ids.length) fail('not_found')
    })
  }

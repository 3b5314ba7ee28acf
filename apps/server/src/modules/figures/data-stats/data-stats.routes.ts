// Saved statistics: queries that people use repeatedly.
import type { dataStatRoutes } from '@swath/contract/figures/data-stats'
import { toStatTable } from '@swath/contract/figures/stat-shown'
import { createChanges } from '../../../platform/change/change.ts'
import { tx } from '../../../platform/database/database.ts'
import type { Handlers, SignedInContext } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts'
import { tableStream } from '../../../platform/listing/table.ts'
import type { Services } from '../../../platform/services.ts'
import { addDataStat, changeDataStat, removeDataStat, scheduleMail } from './data-stat-changes.ts'
import { presentDataStat, settingsOf } from './data-stat-kind.ts'
import {
  dataStatRows,
  findDataStat,
  areReached,
  listPeople,
  type DataStatRow,
} from './data-stats.queries.ts'
import { mailStatsKind } from './send-mail.ts'
import { readStatFigures, type StatReader } from './stat-figures.ts'
import { labelsFor } from './stat-mail-page.ts'
import { noteMailing } from './stat-mail.queries.ts'

type Calls = Handlers<typeof dataStatRoutes>

const readerOf = ({ caller, language }: SignedInContext): StatReader => ({
  scope: caller.scope,
  timeZone: caller.timeZone,
  language,
})

const requireStat = async (
  { db }: Services,
  { caller }: SignedInContext,
  id: string,
): Promise<DataStatRow> => (await findDataStat(db, caller, id)) ?? fail('not_found')

const exportDataStat =
  (services: Services): Calls['exportDataStat'] =>
  async ({ params, query: { areaUnit, format } }, context) => {
    const row = await requireStat(services, context, params.statId)
    const settings = settingsOf(row)
    const figures = await readStatFigures(
      services.readDb,
      readerOf(context),
      settings,
      services.clock.now(),
    )
    const reading = {
      language: context.language,
      areaUnit: areaUnit ?? settings.areaUnit ?? 'mu',
    } as const
    const table = toStatTable(figures, labelsFor(reading))
    const lines = async function* () {
      for (const { names, cells } of table.rows) yield [...names, ...cells]
      if (table.total)
        yield [
          table.total.name,
          ...figures.dimensions.slice(1).map(() => null),
          ...table.total.cells,
        ]
    }
    const { setHeader, signal, caller } = context
    return tableStream('data-stat', table.head, lines(), {
      format,
      timeZone: caller.timeZone,
      signal,
      setHeader,
    })
  }

/** Limited to one a minute, because people who try out a mail send it more than once. */
const sendDataStat =
  (services: Services): Calls['sendDataStat'] =>
  async ({ params: { statId } }, context) => {
    const { db, clock } = services
    const { caller, traceId } = context
    await requireStat(services, context, statId)
    if (!(await areReached(db, caller.accountId, [caller.userId]))) fail('stat_without_address')
    const dueAt = new Date(Math.floor(clock.now() / 60_000) * 60_000)
    await tx(db, async (trx) => {
      const mailing = { statId, dueAt, userId: caller.userId }
      if (!(await noteMailing(trx, mailing))) fail('too_many_requests')
      const payload = { ...mailing, dueAt: dueAt.toISOString() }
      await enqueueJob(trx, mailStatsKind, payload, { traceId })
    })
  }

export const dataStatHandlers = (services: Services): Calls => {
  const { readDb, clock } = services
  const deps = { ...services, ...createChanges(services) }
  return {
    listDataStats: ({ query }, { caller }) =>
      dataStatRows.readPage(readDb, caller, query, (row) => presentDataStat(row, caller)),
    getDataStat: async ({ params }, context) =>
      presentDataStat(await requireStat(services, context, params.statId), context.caller),
    createDataStat: addDataStat(deps),
    updateDataStat: changeDataStat(deps),
    deleteDataStat: removeDataStat(deps),
    getDataStatOverview: async ({ params }, context) =>
      readStatFigures(
        readDb,
        readerOf(context),
        settingsOf(await requireStat(services, context, params.statId)),
        clock.now(),
      ),
    previewDataStat: ({ body }, context) =>
      readStatFigures(readDb, readerOf(context), body.settings, clock.now()),
    exportDataStat: exportDataStat(services),
    scheduleDataStat: scheduleMail(deps),
    listDataStatPeople: async (_input, { caller }) => ({
      items: (await listPeople(readDb, caller.accountId)).map(({ id, name, reached }) => ({
        userId: id,
        userName: name,
        hasMail: reached,
      })),
    }),
    sendDataStat: sendDataStat(services),
  }
}

// Changes of saved statistics.
import type { DataStatInput, dataStatRoutes } from '@swath/contract/figures/data-stats'
import type { Changes } from '../../../platform/change/change.ts'
import { nothing } from '../../../platform/change/change.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import type { Handlers, SignedInContext } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { labelsIn } from '../../../platform/http/messages.ts'
import type { Services } from '../../../platform/services.ts'
import { dataStatKind, mailOf, presentDataStat, settingsOf } from './data-stat-kind.ts'
import {
  areReached,
  countDataStats,
  deleteDataStat,
  findDataStat,
  insertDataStat,
  updateDataStat,
  type DataStatRow,
} from './data-stats.queries.ts'
import { nextMailing } from './mail-times.ts'
import { requireFit } from './stat-figures.ts'

type Calls = Handlers<typeof dataStatRoutes>
type Deps = Services & Changes

/** Limits per person and per account. */
const statsAtMost = 200
const mailedAtMost = 30

const read = async (trx: Tx, { caller }: SignedInContext, id: string) =>
  presentDataStat((await findDataStat(trx, caller, id)) ?? fail('conflict'), caller)

const toFacts = (row: DataStatRow) => ({
  name: row.name,
  shared: row.is_shared,
  settings: settingsOf(row),
})
const toColumns = ({ name, shared, settings }: DataStatInput, now: Date) => ({
  name,
  is_shared: shared,
  show_type: settings.showType,
  settings: JSON.stringify(settings),
  updated_at: now,
})

export const addDataStat =
  ({ record, clock }: Deps): Calls['createDataStat'] =>
  async ({ body: { version: _none, ...given } }, context) => {
    const { caller, language } = context
    const body = { ...given, name: given.name || labelsIn(language)('data-stats:untitled') }
    requireFit(body.settings, language)
    return record(context, async (trx, now) => {
      if ((await countDataStats(trx, caller)).own >= statsAtMost)
        fail('too_many_stats', { count: statsAtMost })
      const id = uuidv7(clock.now())
      return {
        action: 'data-stat.add',
        object: { type: 'data-stat', id, name: body.name },
        details: { after: body },
        write: () =>
          insertDataStat(trx, {
            id,
            account_id: caller.accountId,
            made_by: caller.userId,
            made_by_name: caller.userName,
            created_at: now,
            ...toColumns(body, now),
          }),
        answer: () => read(trx, context, id),
      }
    })
  }

export const changeDataStat =
  ({ change }: Deps): Calls['updateDataStat'] =>
  ({ params: { statId: id }, body: { version, ...given } }, context) => {
    requireFit(given.settings, context.language)
    const asked = { id, version, to: 'change', action: 'data-stat.update' } as const
    return change(context, dataStatKind, asked, async (trx, row, now) => {
      const fields = { ...given, name: given.name || row.name }
      return {
        name: fields.name,
        before: toFacts(row),
        after: fields,
        write: () => updateDataStat(trx, id, toColumns(fields, now)),
        answer: () => read(trx, context, id),
      }
    })
  }

export const removeDataStat =
  ({ change }: Deps): Calls['deleteDataStat'] =>
  ({ params: { statId: id } }, context) => {
    const asked = { id, to: 'change', action: 'data-stat.delete' } as const
    return change(context, dataStatKind, asked, async (trx, row) => ({
      details: { before: toFacts(row) },
      write: () => deleteDataStat(trx, id),
      answer: nothing,
    }))
  }

export const scheduleMail =
  ({ change }: Deps): Calls['scheduleDataStat'] =>
  ({ params: { statId: id }, body: { mail, version } }, context) => {
    const { caller } = context
    const asked = { id, version, to: 'change', action: 'data-stat.schedule' } as const
    return change(context, dataStatKind, asked, async (trx, row, now) => {
      if (mail) {
        if (!(await areReached(trx, caller.accountId, mail.userIds))) fail('not_found')
        if (row.mail === null && (await countDataStats(trx, caller)).mailed >= mailedAtMost)
          fail('too_many_stat_mails', { count: mailedAtMost })
      }
      return {
        before: { mail: mailOf(row) },
        after: { mail },
        write: () =>
          updateDataStat(trx, id, {
            mail: mail && JSON.stringify(mail),
            mail_due_at: mail && nextMailing(mail, now.getTime(), caller.timeZone),
          }),
        answer: () => read(trx, context, id),
      }
    })
  }

// Lists and exports subsidies, and shows one with its rules and its history.
import { subsidyList } from '@swath/contract/campaigns/subsidy-rows'
import { toMajor } from '@swath/domain/money'
import { isInSight } from '../../../platform/access/in-sight.ts'
import { figure } from '../../../platform/listing/csv.ts'
import { listFile } from '../../../platform/listing/list-file.ts'
import { countLeftOut } from './lines.queries.ts'
import { hashSubsidy } from './propose.ts'
import { readRuleVersion } from './rules.ts'
import { stepsOf, subsidyRows } from './subsidies.queries.ts'
import { presentSubsidy, requireSubsidy } from './subsidy-presenters.ts'
import { toSubsidyReader, type Calls, type Deps } from './subsidy-deps.ts'

type ListCalls = Pick<Calls, 'listSubsidies' | 'exportSubsidies' | 'getSubsidy'>

export const subsidyListHandlers = ({ readDb, db, clock }: Deps): ListCalls => ({
  listSubsidies: async ({ query }, context) => {
    const reader = toSubsidyReader(context)
    return subsidyRows.readPage(readDb, reader, query, (row) =>
      presentSubsidy(row, reader, clock.now()),
    )
  },

  exportSubsidies: async ({ query }, context) => {
    const reader = toSubsidyReader(context)
    return listFile(subsidyList, query, context, {
      rows: subsidyRows.each(readDb, reader, query),
      present: (row) => presentSubsidy(row, reader, clock.now()),
      cells: {
        year: ({ year }) => year,
        totalMinor: ({ part, total_minor, currency }) =>
          figure(toMajor({ amountMinor: part?.total_minor ?? total_minor, currency })),
        stoppedMinor: ({ part, stopped_minor, currency }) =>
          figure(toMajor({ amountMinor: part?.stopped_minor ?? stopped_minor, currency })),
      },
    })
  },

  getSubsidy: async ({ params: { subsidyId } }, context) => {
    const reader = toSubsidyReader(context)
    const subsidy = await requireSubsidy(db, reader, subsidyId)
    const [rules, steps, leftOut, hash] = await Promise.all([
      readRuleVersion(db, reader, subsidy),
      stepsOf(db, subsidy.id),
      countLeftOut(db, reader, subsidy.id),
      hashSubsidy(db, subsidy.id),
    ])
    return {
      ...presentSubsidy(subsidy, reader, clock.now()),
      rules,
      steps: steps.map(({ kind, at, user_name, account_id, account_name, text }) => ({
        kind,
        at: at.toISOString(),
        userName: isInSight(context.caller, account_id) ? user_name : null,
        accountName: account_name,
        text,
      })),
      leftOut: leftOut.map(({ why, sorties }) => ({ why: why!, sortieCount: sorties })),
      isIntact: subsidy.lines_hash === null || hash.equals(subsidy.lines_hash),
    }
  },
})

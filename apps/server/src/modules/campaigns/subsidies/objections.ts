// Objections to lines by their payees and the owners of their plots, and decisions by the
// authority.
import type { SubsidyObjection } from '@swath/contract/campaigns/subsidy-rows'
import { isInSight } from '../../../platform/access/in-sight.ts'
import type { RowKind } from '../../../platform/change/change.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { regionPath } from '../../../platform/regions/region-path.ts'
import { lockLine } from './lines.queries.ts'
import { mayObject } from './line-abilities.ts'
import {
  decideObjection,
  findObjection,
  insertObjection,
  listOfLine,
  lockObjection,
  objectionRows,
  type ObjectionRow,
} from './objections.queries.ts'
import {
  managesSubsidies,
  toSubsidyReader,
  type Calls,
  type Deps,
  type SubsidyReader,
} from './subsidy-deps.ts'

const presentObjection = (
  row: ObjectionRow,
  { caller, language }: SubsidyReader,
): SubsidyObjection => ({
  objectionId: row.id,
  subsidyId: String(row.subsidy_id),
  lineId: row.line_id,
  lineNumber: row.line_number,
  blockName: row.plot_name,
  year: row.year,
  region: regionPath(row.subsidy_region, language),
  accountName: row.account_name,
  userName: isInSight(caller, row.account_id) ? row.user_name : null,
  at: row.at.toISOString(),
  text: row.text,
  state: row.state,
  answer: row.answer,
  decidedAt: row.decided_at?.toISOString() ?? null,
  decidedBy: isInSight(caller, row.payer_id) ? row.decided_name : null,
  version: row.version,
  can: { decide: managesSubsidies(caller) && row.is_whole && row.state === 'open' },
})

export const listObjectionsOf = async (
  db: Db,
  reader: SubsidyReader,
  lineId: string,
): Promise<SubsidyObjection[]> =>
  (await listOfLine(db, reader, lineId)).map((row) => presentObjection(row, reader))

const readObjection = async (
  db: Db | Tx,
  reader: SubsidyReader,
  id: string,
): Promise<SubsidyObjection> =>
  presentObjection((await findObjection(db, reader, id)) ?? fail('not_found'), reader)

const objectionKind: RowKind<ObjectionRow, 'decide'> = {
  type: 'subsidy-objection',
  lock: (trx, context, id) => lockObjection(trx, toSubsidyReader(context), id),
  refusal: ({ caller }, row) => {
    if (!managesSubsidies(caller) || !row.is_whole) return 'forbidden'
    return row.state === 'open' ? null : 'conflict'
  },
  identify: ({ id, plot_name }) => ({ id, name: plot_name }),
  readVersion: ({ version }) => version,
}

const objectToSubsidy =
  ({ record, clock }: Deps): Calls['objectToSubsidy'] =>
  ({ params: { subsidyId }, body: { lineId, text } }, context) =>
    record(context, async (trx, now) => {
      const { caller } = context
      const reader = toSubsidyReader(context)
      const line = (await lockLine(trx, reader, subsidyId, lineId)) ?? fail('not_found')
      if (!mayObject(reader, line, clock.now())) fail('subsidy_objection_late')
      const id = uuidv7(now.getTime())
      return {
        action: 'subsidy.object',
        object: { type: objectionKind.type, id, name: line.plot_name },
        details: { subsidyId, lineId, text },
        write: () =>
          insertObjection(trx, {
            id,
            subsidy_id: line.subsidy_id,
            line_id: line.id,
            line_number: line.number,
            plot_name: line.plot_name,
            region_code: line.region_code,
            account_id: caller.accountId,
            account_name: caller.accountName,
            user_id: caller.userId,
            user_name: caller.userName,
            at: now,
            text,
          }),
        answer: () => readObjection(trx, reader, id),
      }
    })

const decideSubsidyObjection =
  ({ change }: Deps): Calls['decideSubsidyObjection'] =>
  ({ params: { objectionId: id }, body: { decision, text, version } }, context) =>
    change(
      context,
      objectionKind,
      { id, version, to: 'decide', action: 'subsidy.decide-objection' },
      async (trx, _row, now) => ({
        details: { decision, text },
        write: () =>
          decideObjection(trx, id, {
            state: decision,
            answer: text,
            decided_at: now,
            decided_by: context.caller.userId,
            decided_name: context.caller.userName,
          }),
        answer: () => readObjection(trx, toSubsidyReader(context), id),
      }),
    )

type ObjectionCalls = Pick<
  Calls,
  'objectToSubsidy' | 'listSubsidyObjections' | 'decideSubsidyObjection'
>

export const subsidyObjectionHandlers = (deps: Deps): ObjectionCalls => ({
  objectToSubsidy: objectToSubsidy(deps),
  decideSubsidyObjection: decideSubsidyObjection(deps),
  listSubsidyObjections: async ({ query }, context) => {
    const reader = toSubsidyReader(context)
    const [page, stats] = await Promise.all([
      objectionRows.readPage(deps.readDb, reader, query, (row) => presentObjection(row, reader)),
      objectionRows.countStates(deps.readDb, reader, query),
    ])
    return { ...page, stats }
  },
})

// Rules and their versions.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { subsidyRuleList } from '@swath/contract/campaigns/subsidy-rules'
import { regionPath, regionPrefix } from '@swath/domain/region-code'
import type { NamedChemical } from '@swath/domain/chemicals'
import type { SubsidyRules } from '@swath/domain/subsidy-rules'
import type { Language } from '@swath/i18n/languages'
import { withinRegion } from '../../../platform/access/scope.queries.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { equalsNumber } from '../../../platform/listing/conditions.queries.ts'
import { defineList } from '../../../platform/listing/list.queries.ts'
import type { SubsidyReader } from './subsidy-deps.ts'
import { isWhole } from './subsidy-scope.queries.ts'

/** Rules of the caller's own region, of regions within it, and of regions around it. */
const readsRules = (caller: SubsidyReader['caller']): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${isWhole(caller, 'rule')}
    or rule.region_code = any(${regionPath(caller.regionCode)}))`

const rulesFor = (db: Db | Tx, { caller }: SubsidyReader) =>
  db
    .selectFrom('subsidy_rule as rule')
    .innerJoin('subsidy_rule_version as given', (join) =>
      join.onRef('given.rule_id', '=', 'rule.id').onRef('given.number', '=', 'rule.number'),
    )
    .where(readsRules(caller))

const presented = (rows: ReturnType<typeof rulesFor>, { caller }: SubsidyReader) =>
  rows.selectAll('rule').select([
    'given.content',
    'given.note',
    'given.at as changed_at',
    'given.user_name as changed_by',
    sql<boolean>`${isWhole(caller, 'rule')}`.as('is_whole'),
    sql<string>`(select name from account where account.id = rule.account_id)`.as('account_name'),
    sql<number>`(select count(*) from subsidy where subsidy.rule_id = rule.id)`.as('subsidies'),
    sql<boolean>`exists (select from subsidy where subsidy.rule_id = rule.id
      and subsidy.state in ('working', 'failed', 'proposed'))`.as('is_under_way'),
  ])

export const ruleRows = defineList(subsidyRuleList, {
  from: rulesFor,
  select: presented,
  conditions: {
    year: equalsNumber('rule.year'),
    region: (region) => withinRegion('rule.region_code', regionPrefix(region)),
  },
  orders: { year: sql`rule.year`, changedAt: sql`given.at` },
  ties: [{ by: sql`rule.region_code` }, { by: sql`rule.id` }],
})
export type RuleRow = Awaited<ReturnType<typeof ruleRows.page>>[number]

export const findRule = (
  db: Db | Tx,
  reader: SubsidyReader,
  id: string,
): Promise<RuleRow | undefined> =>
  presented(rulesFor(db, reader).where('rule.id', '=', id), reader).executeTakeFirst()

/** Locks the rules until the transaction ends. */
export const lockRule = async (
  trx: Tx,
  reader: SubsidyReader,
  id: string,
): Promise<RuleRow | undefined> => {
  const held = await trx
    .selectFrom('subsidy_rule as rule')
    .where('rule.id', '=', id)
    .where(readsRules(reader.caller))
    .select('rule.id')
    .forUpdate()
    .executeTakeFirst()
  return held && findRule(trx, reader, id)
}

/** @returns false if the region has rules for the year already */
export const insertRule = async (
  trx: Tx,
  rule: {
    id: string
    account_id: string
    region_code: string
    year: number
    time_zone: string
    currency: RuleRow['currency']
    created_at: Date
  },
): Promise<boolean> =>
  (await trx
    .insertInto('subsidy_rule')
    .values(rule)
    .onConflict((conflict) => conflict.columns(['region_code', 'year']).doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined

type NewVersion = {
  rule_id: string
  number: number
  content: SubsidyRules
  note: string
  at: Date
  user_id: string
  user_name: string
}

/** Inserts a version, which is in force at once. */
export const insertVersion = async (trx: Tx, version: NewVersion): Promise<void> => {
  await trx
    .insertInto('subsidy_rule_version')
    .values({ ...version, content: JSON.stringify(version.content) })
    .execute()
  if (version.number > 1)
    await trx
      .updateTable('subsidy_rule')
      .set({ number: version.number, version: sql<number>`version + 1` })
      .where('id', '=', version.rule_id)
      .execute()
}

export const listVersions = (db: Db | Tx, ruleId: string) =>
  db
    .selectFrom('subsidy_rule_version')
    .where('rule_id', '=', ruleId)
    .selectAll()
    .orderBy('number', 'desc')
    .execute()

export const findVersion = (db: Db | Tx, ruleId: string, number: number) =>
  db
    .selectFrom('subsidy_rule_version')
    .where('rule_id', '=', ruleId)
    .where('number', '=', number)
    .selectAll()
    .executeTakeFirstOrThrow()

export const deleteRule = async (trx: Tx, id: string): Promise<void> => {
  await trx.deleteFrom('subsidy_rule').where('id', '=', id).execute()
}

export type Names = Readonly<Record<string, string>>

/** Names of crops and chemicals in a language. */
export const namesOf = async (
  db: Db | Tx,
  table: 'crop' | 'chemical',
  ids: readonly string[],
  language: Language,
): Promise<Names> =>
  ids.length === 0
    ? {}
    : Object.fromEntries(
        (
          await sql<{ id: string; name: string }>`select id, names ->> ${language}::text as name
            from ${sql.table(table)} where id = any(${ids})`.execute(db)
        ).rows.map(({ id, name }) => [id, name]),
      )

/** Chemicals with their names in all languages. */
export const namedChemicals = async (
  db: Db | Tx,
  ids: readonly string[],
): Promise<NamedChemical[]> => {
  if (ids.length === 0) return []
  const found = await db
    .selectFrom('chemical')
    .select(['id', 'names'])
    .where('id', 'in', ids)
    .execute()
  return found.map(({ id, names }) => ({ id, names: Object.values(names) }))
}

/** Those of these ids that are shared or belong to the account. */
export const knownIds = async (
  db: Db | Tx,
  table: 'crop' | 'chemical',
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> =>
  new Set(
    ids.length === 0
      ? []
      : (
          await sql<{ id: string }>`select id from ${sql.table(table)}
            where id = any(${ids}) and (account_id is null or account_id = ${accountId}::uuid)`.execute(
            db,
          )
        ).rows.map(({ id }) => id),
  )

/** Regions within one that have their own rules for the year, which take precedence. */
export const regionsWithin = async (
  db: Db | Tx,
  regionCode: string,
  year: number,
): Promise<string[]> =>
  (
    await db
      .selectFrom('subsidy_rule')
      .where(withinRegion('region_code', regionPrefix(regionCode)))
      .where('region_code', '<>', regionCode)
      .where('year', '=', year)
      .select('region_code')
      .execute()
  ).map(({ region_code }) => region_code)

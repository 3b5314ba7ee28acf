// Rules of subsidies: created, changed in versions, and deleted as long as no proposal uses them.
import type {
  SubsidyRule,
  SubsidyRuleContent,
  SubsidyRuleInput,
  SubsidyRuleVersion,
} from '@swath/contract/campaigns/subsidy-rules'
import { regionContains } from '@swath/domain/region-code'
import type { SubsidyRules } from '@swath/domain/subsidy-rules'
import { isInSight } from '../../../platform/access/in-sight.ts'
import { nothing, type RowKind } from '../../../platform/change/change.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import type { SignedInContext } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { regionPath } from '../../../platform/regions/region-path.ts'
import { findTimeZone } from '../../../platform/regions/time-zone.ts'
import {
  deleteRule,
  findRule,
  findVersion,
  insertRule,
  insertVersion,
  knownIds,
  listVersions,
  lockRule,
  namesOf,
  ruleRows,
  type Names,
  type RuleRow,
} from './rules.queries.ts'
import {
  managesSubsidies,
  toSubsidyReader,
  type Deps,
  type RuleCalls,
  type SubsidyReader,
} from './subsidy-deps.ts'

type Words = { crops: Names; chemicals: Names }

const wordsOf = async (
  db: Db | Tx,
  { language }: SubsidyReader,
  contents: readonly SubsidyRules[],
): Promise<Words> => {
  const rates = contents.flatMap(({ rates: some }) => some)
  const ids = (of: (rate: (typeof rates)[number]) => string | null): string[] => [
    ...new Set(rates.flatMap((rate) => of(rate) ?? [])),
  ]
  const [crops, chemicals] = await Promise.all([
    namesOf(
      db,
      'crop',
      ids(({ cropId }) => cropId),
      language,
    ),
    namesOf(
      db,
      'chemical',
      ids(({ chemicalId }) => chemicalId),
      language,
    ),
  ])
  return { crops, chemicals }
}

const presentContent = (
  { rates, seasons, evidence, ...content }: SubsidyRules,
  { crops, chemicals }: Words,
): SubsidyRuleContent => ({
  ...content,
  seasons: [...seasons],
  evidence: [...evidence],
  rates: rates.map((rate) => ({
    ...rate,
    crop: rate.cropId === null ? null : (crops[rate.cropId] ?? rate.cropId),
    chemicalName: rate.chemicalId === null ? null : (chemicals[rate.chemicalId] ?? rate.chemicalId),
  })),
})

const managesRule = (caller: SubsidyReader['caller'], rule: RuleRow): boolean =>
  managesSubsidies(caller) && rule.is_whole

const presentRule = (
  rule: RuleRow,
  { caller, language }: SubsidyReader,
  words: Words,
): SubsidyRule => {
  const manages = managesRule(caller, rule)
  return {
    ruleId: rule.id,
    accountName: rule.account_name,
    regionCode: rule.region_code,
    region: regionPath(rule.region_code, language),
    year: rule.year,
    timeZone: rule.time_zone,
    currency: rule.currency,
    number: rule.number,
    changedAt: rule.changed_at.toISOString(),
    changedBy: isInSight(caller, rule.account_id) ? rule.changed_by : null,
    note: rule.note,
    rules: presentContent(rule.content, words),
    subsidyNum: rule.subsidies,
    version: rule.version,
    can: {
      update: manages,
      delete: manages && rule.subsidies === 0,
      propose: manages && !rule.is_under_way,
    },
  }
}

const readRule = async (db: Db | Tx, reader: SubsidyReader, id: string): Promise<SubsidyRule> => {
  const rule = (await findRule(db, reader, id)) ?? fail('not_found')
  return presentRule(rule, reader, await wordsOf(db, reader, [rule.content]))
}

/** One version of the rules, for display with a subsidy. */
export const readRuleVersion = async (
  db: Db | Tx,
  reader: SubsidyReader,
  {
    rule_id,
    rule_number,
    account_id,
  }: { rule_id: string; rule_number: number; account_id: string },
): Promise<SubsidyRuleVersion> => {
  const row = await findVersion(db, rule_id, rule_number)
  return {
    number: row.number,
    at: row.at.toISOString(),
    userName: isInSight(reader.caller, account_id) ? row.user_name : null,
    note: row.note,
    rules: presentContent(row.content, await wordsOf(db, reader, [row.content])),
  }
}

export const ruleKind: RowKind<RuleRow, 'update' | 'delete' | 'propose'> = {
  type: 'subsidy-rule',
  lock: (trx, context, id) => lockRule(trx, toSubsidyReader(context), id),
  refusal: ({ caller }, rule, ability) => {
    if (!managesRule(caller, rule)) return 'forbidden'
    if (ability === 'delete' && rule.subsidies > 0) return 'in_use'
    return ability === 'propose' && rule.is_under_way ? 'subsidy_under_way' : null
  },
  identify: ({ id, region_code, year }) => ({
    id,
    name: `${regionPath(region_code, 'en').at(-1) ?? region_code} ${year}`,
  }),
  readVersion: ({ version }) => version,
}

const toContent = ({
  rateUnit,
  rates,
  seasons,
  ceilings,
  leastCoveredRatio,
  evidence,
  objectionDays,
}: Omit<SubsidyRuleInput, 'region' | 'year' | 'currency' | 'note'>): SubsidyRules => ({
  rateUnit,
  rates,
  seasons: seasons.toSorted((a, b) => (a.fromDay < b.fromDay ? -1 : 1)),
  ceilings,
  leastCoveredRatio,
  evidence,
  objectionDays,
})

const unfit = (path: string, message: string): never =>
  fail('invalid_input', {}, [{ path, message }])

const checkContent = async (
  trx: Tx,
  { caller }: SignedInContext,
  content: SubsidyRules,
  year: number,
  before?: SubsidyRules,
): Promise<void> => {
  if (!content.seasons.every(({ untilDay }) => untilDay.startsWith(String(year))))
    unfit('seasons', 'seasonOutsideYear')
  const isKnown = async (
    table: 'crop' | 'chemical',
    of: (rate: SubsidyRules['rates'][number]) => string | null,
  ): Promise<boolean> => {
    const stood = (before?.rates ?? []).map(of)
    const asked = content.rates.map(of).filter((id) => id !== null && !stood.includes(id))
    const known = await knownIds(trx, table, caller.accountId, asked as string[])
    return asked.every((id) => known.has(id!))
  }
  if (
    !(await isKnown('crop', ({ cropId }) => cropId)) ||
    !(await isKnown('chemical', ({ chemicalId }) => chemicalId))
  )
    unfit('rates', 'valueUnknown')
}

const createSubsidyRule =
  ({ record }: Deps): RuleCalls['createSubsidyRule'] =>
  ({ body }, context) => {
    const { caller } = context
    const { region, year, currency, note } = body
    if (!managesSubsidies(caller)) fail('forbidden')
    return record(context, async (trx, now) => {
      if (
        caller.scope.kind === 'region' &&
        !regionContains(caller.scope.prefix.padEnd(9, '0'), region)
      )
        unfit('region', 'outsideOwnRegion')
      const timeZone = findTimeZone(region)
      if (timeZone === 'Etc/UTC') unfit('region', 'valueUnknown')
      const content = toContent(body)
      await checkContent(trx, context, content, year)
      const id = uuidv7(now.getTime())
      return {
        action: 'subsidy-rule.create',
        object: { type: ruleKind.type, id, name: `${regionPath(region, 'en').at(-1)} ${year}` },
        details: { after: { region, year, currency, ...content } },
        write: async () => {
          const isFirst = await insertRule(trx, {
            id,
            account_id: caller.accountId,
            region_code: region,
            year,
            time_zone: timeZone,
            currency,
            created_at: now,
          })
          if (!isFirst) fail('subsidy_rule_exists')
          await insertVersion(trx, {
            rule_id: id,
            number: 1,
            content,
            note,
            at: now,
            user_id: caller.userId,
            user_name: caller.userName,
          })
        },
        answer: () => readRule(trx, toSubsidyReader(context), id),
      }
    })
  }

const updateSubsidyRule =
  ({ change }: Deps): RuleCalls['updateSubsidyRule'] =>
  ({ params: { ruleId: id }, body: { version, note, ...fields } }, context) => {
    const asked = { id, version, to: 'update', action: 'subsidy-rule.update' } as const
    return change(context, ruleKind, asked, async (trx, rule, now) => {
      const content = toContent(fields)
      await checkContent(trx, context, content, rule.year, rule.content)
      return {
        before: rule.content,
        after: content,
        details: { note, number: rule.number + 1 },
        write: () =>
          insertVersion(trx, {
            rule_id: id,
            number: rule.number + 1,
            content,
            note,
            at: now,
            user_id: context.caller.userId,
            user_name: context.caller.userName,
          }),
        answer: () => readRule(trx, toSubsidyReader(context), id),
      }
    })
  }

const deleteSubsidyRule =
  ({ change }: Deps): RuleCalls['deleteSubsidyRule'] =>
  ({ params: { ruleId: id } }, context) =>
    change(
      context,
      ruleKind,
      { id, to: 'delete', action: 'subsidy-rule.delete' },
      async (trx, rule) => ({
        details: { before: rule.content },
        write: () => deleteRule(trx, id),
        answer: nothing,
      }),
    )

export const subsidyRuleHandlers = (deps: Deps): RuleCalls => ({
  listSubsidyRules: async ({ query }, context) => {
    const reader = toSubsidyReader(context)
    const [rows, total] = await Promise.all([
      ruleRows.page(deps.readDb, reader, query, query),
      ruleRows.count(deps.readDb, reader, query),
    ])
    const words = await wordsOf(
      deps.readDb,
      reader,
      rows.map(({ content }) => content),
    )
    return {
      items: rows.map((row) => presentRule(row, reader, words)),
      total,
      currentPage: query.currentPage,
      pageSize: query.pageSize,
      canCreate: managesSubsidies(context.caller),
    }
  },

  getSubsidyRule: async ({ params: { ruleId } }, context) => {
    const reader = toSubsidyReader(context)
    const rule = await readRule(deps.db, reader, ruleId)
    const versions = await listVersions(deps.db, ruleId)
    const words = await wordsOf(
      deps.db,
      reader,
      versions.map(({ content }) => content),
    )
    return {
      ...rule,
      versions: versions.map(({ number, at, user_name, note, content }) => ({
        number,
        at: at.toISOString(),
        userName: rule.changedBy === null ? null : user_name,
        note,
        rules: presentContent(content, words),
      })),
    }
  },

  createSubsidyRule: createSubsidyRule(deps),
  updateSubsidyRule: updateSubsidyRule(deps),
  deleteSubsidyRule: deleteSubsidyRule(deps),
})

// The demonstration's subsidies: rules with a new version each season, each season computed by the
// version of its time, with objections and decisions.
import type { SubsidyRules } from '@swath/domain/subsidy-rules'
import type { Tx } from '@swath/server/platform/database/database'
import { findTimeZone } from '@swath/server/platform/regions/time-zone'
import { proposeByRecords } from '@swath/server/modules/campaigns/public'
import { demoSubsidies, type DemoSeason, type DemoSubsidy } from './demo-subsidies.seed.ts'
import { insertRows } from './demonstration.queries.ts'
import { demoId } from './world-rows.seed.ts'

const dayMs = 86_400_000

type Person = { id: string; name: string; accountId: string; accountName: string }

const findPeople = (tx: Tx, account: string): Promise<Person[]> =>
  tx
    .selectFrom('app_user')
    .innerJoin('account', 'account.id', 'app_user.account_id')
    .where('account.id', '=', demoId('account', account))
    .orderBy('app_user.user_type')
    .orderBy('app_user.id')
    .select([
      'app_user.id',
      'app_user.name',
      'account.id as accountId',
      'account.name as accountName',
    ])
    .execute()

type Season = SubsidyRules['seasons'][number] & DemoSeason

const nameSeason = ({ name, from, until }: DemoSeason, nowMs: number): string =>
  typeof name === 'string'
    ? name
    : name[Math.floor(new Date(nowMs + ((from + until) / 2) * dayMs).getUTCMonth() / 2)]!

const toRules = (
  { rateUnit, rateMinor, ceilings }: DemoSubsidy,
  seasons: readonly Season[],
): SubsidyRules => ({
  rateUnit,
  rates: [
    { cropId: null, chemicalId: null, taskType: null, rateMinor },
    ...seasons.flatMap(({ cropRate }) =>
      cropRate ? [{ chemicalId: null, taskType: null, ...cropRate }] : [],
    ),
  ],
  seasons: seasons.map(({ name, fromDay, untilDay }) => ({ name, fromDay, untilDay })),
  ceilings: {
    plotMinor: null,
    farmerMinor: null,
    operatorMinor: null,
    seasonMinor: null,
    ...ceilings,
  },
  leastCoveredRatio: 0.5,
  evidence: [],
  objectionDays: 15,
})

type Run = { demo: DemoSubsidy; ruleId: string; year: number; number: number; people: Person[] }

const noteSteps = async (
  tx: Tx,
  { demo, people }: Run,
  subsidyId: number,
  steps: readonly { kind: 'propose' | 'approve' | 'pay'; at: Date }[],
): Promise<void> => {
  const [platform] = await findPeople(tx, 'platform')
  const [own, other] = people
  const who = { propose: own, approve: other ?? platform, pay: own } as const
  await insertRows(
    tx,
    'subsidy_step',
    steps.map(({ kind, at }, place) => ({
      subsidy_id: subsidyId,
      number: place + 1,
      kind,
      at: at.toISOString(),
      user_id: who[kind]!.id,
      user_name: who[kind]!.name,
      account_id: who[kind]!.accountId,
      account_name: who[kind]!.accountName,
      text: kind === 'approve' ? demo.remark : '',
    })),
  )
}

const writeObjections = async (
  tx: Tx,
  { demo, people }: Run,
  subsidyId: number,
  at: Date,
): Promise<void> => {
  const made: Record<string, unknown>[] = []
  for (const [place, { account, text, state, answer }] of demo.objections.entries()) {
    const accountId = demoId('account', account)
    const line = await tx
      .selectFrom('subsidy_line')
      .where('subsidy_id', '=', subsidyId)
      .where((eb) => eb.or([eb('owner_id', '=', accountId), eb('operator_id', '=', accountId)]))
      .orderBy((eb) => eb('owner_id', '=', accountId), 'desc')
      .orderBy('number')
      .select(['id', 'number', 'plot_name', 'region_code'])
      .executeTakeFirst()
    const [person] = await findPeople(tx, account)
    if (!line || !person) continue
    const isDecided = state !== 'open'
    const saidAt = new Date(at.getTime() + (place + 1) * 20 * 3_600_000)
    made.push({
      id: demoId('subsidy-objection', `${subsidyId} ${account}`),
      subsidy_id: subsidyId,
      line_id: line.id,
      line_number: line.number,
      plot_name: line.plot_name,
      region_code: line.region_code,
      account_id: accountId,
      account_name: person.accountName,
      user_id: person.id,
      user_name: person.name,
      at: saidAt.toISOString(),
      text,
      state,
      answer,
      decided_at: isDecided ? new Date(saidAt.getTime() + dayMs).toISOString() : null,
      decided_by: isDecided ? people[0]!.id : null,
      decided_name: isDecided ? people[0]!.name : null,
      version: isDecided ? 2 : 1,
    })
  }
  await insertRows(tx, 'subsidy_objection', made)
}

/**
 * Proposed some days after its season, or four days ago; approved and paid after the usual time.
 */
const writeRun = async (tx: Tx, run: Run, season: Season, nowMs: number): Promise<void> => {
  const { demo, ruleId, year, number } = run
  const endMs = Date.parse(`${season.untilDay}T12:00:00Z`)
  const proposedAt = new Date(Math.min(endMs + 3 * dayMs, nowMs - 4 * dayMs))
  const later = (days: number): Date => new Date(proposedAt.getTime() + days * dayMs)
  const approvedAt = later(Math.min(17, (nowMs - proposedAt.getTime()) / dayMs - 0.5))
  const paidAt = later(21)
  const timeZone = findTimeZone(demo.region)
  const { id } = await tx
    .insertInto('subsidy')
    .values({
      rule_id: ruleId,
      rule_number: number,
      account_id: demoId('account', demo.account),
      region_code: demo.region,
      year,
      time_zone: timeZone,
      currency: demo.currency,
      created_at: proposedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await proposeByRecords(tx, id, proposedAt)
  const isApproved = season.state !== 'proposed'
  const isPaid = season.state === 'paid'
  await tx
    .updateTable('subsidy')
    .where('id', '=', id)
    .set({
      state: season.state,
      ...(isApproved ? { approved_at: approvedAt } : {}),
      ...(isPaid
        ? { paid_at: paidAt, payment_reference: season.reference?.(paidAt.getUTCFullYear()) ?? '' }
        : {}),
    })
    .execute()
  await noteSteps(tx, run, id, [
    { kind: 'propose', at: proposedAt },
    ...(isApproved ? [{ kind: 'approve' as const, at: approvedAt }] : []),
    ...(isPaid ? [{ kind: 'pay' as const, at: paidAt }] : []),
  ])
  if (season.until === demo.seasons.at(-1)!.until) await writeObjections(tx, run, id, proposedAt)
}

/**
 * Adds each season to the rules, which makes a version, and computes its subsidy by that version.
 */
const writeSeasons = async (
  tx: Tx,
  demo: DemoSubsidy,
  year: number,
  seasons: readonly Season[],
  nowMs: number,
): Promise<void> => {
  const people = await findPeople(tx, demo.account)
  const ruleId = demoId('subsidy-rule', `${demo.region} ${year}`)
  const madeAt = (season: Season): Date =>
    new Date(Date.parse(`${season.fromDay}T03:00:00Z`) - 12 * dayMs)
  await tx
    .insertInto('subsidy_rule')
    .values({
      id: ruleId,
      account_id: demoId('account', demo.account),
      region_code: demo.region,
      year,
      time_zone: findTimeZone(demo.region),
      currency: demo.currency,
      number: seasons.length,
      created_at: madeAt(seasons[0]!),
    })
    .execute()
  for (const [place, season] of seasons.entries()) {
    await tx
      .insertInto('subsidy_rule_version')
      .values({
        rule_id: ruleId,
        number: place + 1,
        content: JSON.stringify(toRules(demo, seasons.slice(0, place + 1))),
        note: place > 0 || season.from === demo.seasons[0]!.from ? season.note : '',
        at: madeAt(season),
        user_id: people[0]!.id,
        user_name: people[0]!.name,
      })
      .execute()
    await writeRun(tx, { demo, ruleId, year, number: place + 1, people }, season, nowMs)
  }
}

/** Runs after the year of work and the decisions on its suspicions and alarms. */
export const writeSubsidies = async (tx: Tx, nowMs: number): Promise<void> => {
  const isoDay = (days: number): string => new Date(nowMs + days * dayMs).toISOString().slice(0, 10)
  for (const demo of demoSubsidies) {
    const seasons = demo.seasons.map((season) => ({
      ...season,
      name: nameSeason(season, nowMs),
      fromDay: isoDay(season.from),
      untilDay: isoDay(season.until),
    }))
    // Each ends in the year of its rules.
    const years = [...new Set(seasons.map(({ untilDay }) => Number(untilDay.slice(0, 4))))]
    for (const year of years)
      await writeSeasons(
        tx,
        demo,
        year,
        seasons.filter(({ untilDay }) => untilDay.startsWith(String(year))),
        nowMs,
      )
  }
}

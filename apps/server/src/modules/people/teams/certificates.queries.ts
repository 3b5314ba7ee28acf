import { sql, type RawBuilder } from 'kysely'
import {
  certificateList,
  certificateStates,
  warnedDaysBefore,
  type PilotCertificate,
} from '@swath/contract/people/pilot-certificates'
import type { WorkbenchCounts } from '@swath/contract/overview/workbench'
import type { Scope } from '@swath/domain/access/caller'
import { inScope } from '../../../platform/access/scope.queries.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { contains, equals } from '../../../platform/listing/conditions.queries.ts'
import { defineList } from '../../../platform/listing/list.queries.ts'

type Asked = { scope: Scope; now: Date }
type State = PilotCertificate['state']

/** The current date in the time zone of the person's account. */
const today = (now: Date) => sql`(${now}::timestamptz at time zone account.time_zone)::date`

const stateAt = (now: Date): RawBuilder<State> => sql<State>`case
  when certificate.valid_until < ${today(now)} then 'ended'
  when certificate.valid_until <= ${today(now)} + ${warnedDaysBefore[0]}::integer then 'ending'
  else 'valid' end`

const certificatesFor = (db: Db | Tx, { scope }: Asked) =>
  db
    .selectFrom('pilot_certificate as certificate')
    .innerJoin('app_user', 'app_user.id', 'certificate.user_id')
    .innerJoin('account', 'account.id', 'app_user.account_id')
    .leftJoin('team_member', 'team_member.user_id', 'app_user.id')
    .leftJoin('team', 'team.id', 'team_member.team_id')
    .where('app_user.deleted_at', 'is', null)
    .where(inScope(scope, { owner: 'app_user.account_id' }))

const presented = (rows: ReturnType<typeof certificatesFor>, { now }: Asked) =>
  rows.select([
    'certificate.id',
    'certificate.user_id',
    'certificate.kind',
    'certificate.number',
    'certificate.valid_until',
    'certificate.version',
    'app_user.name as user_name',
    'app_user.account_id',
    'account.name as account_name',
    'team.name as team_name',
    stateAt(now).as('state'),
  ])
export type CertificateRow = Awaited<
  ReturnType<ReturnType<typeof presented>['executeTakeFirstOrThrow']>
>

export const certificateRows = defineList(certificateList, {
  from: certificatesFor,
  select: presented,
  conditions: ({ now }) => ({
    userName: contains('app_user.name'),
    groupName: contains('team.name'),
    certificateNo: contains('certificate.number'),
    kind: equals('certificate.kind'),
    state: (state) =>
      state === 'due'
        ? sql<boolean>`${stateAt(now)} <> 'valid'`
        : sql<boolean>`${stateAt(now)} = ${state}`,
  }),
  orders: { userName: sql`app_user.name`, validUntil: sql`certificate.valid_until` },
  ties: [{ by: sql`certificate.id` }],
  countBy: { filter: 'state', states: certificateStates, state: ({ now }) => stateAt(now) },
})

export const findCertificate = (trx: Db | Tx, asked: Asked, id: string) =>
  presented(certificatesFor(trx, asked).where('certificate.id', '=', id), asked).executeTakeFirst()

/** Locks the certificate until the transaction ends. */
export const lockCertificate = (trx: Tx, asked: Asked, id: string) =>
  presented(certificatesFor(trx, asked).where('certificate.id', '=', id), asked)
    .forUpdate('certificate')
    .executeTakeFirst()

export type CertificateFields = {
  userId: string
  kind: 'licence' | 'insurance'
  certificateNo: string
  validUntil: string
}

const toColumns = ({ userId, kind, certificateNo, validUntil }: CertificateFields) => ({
  user_id: userId,
  kind,
  number: certificateNo,
  valid_until: validUntil,
})

export const insertCertificate = async (
  trx: Tx,
  id: string,
  fields: CertificateFields,
): Promise<void> => {
  await trx
    .insertInto('pilot_certificate')
    .values({ id, ...toColumns(fields), warned_days: null })
    .execute()
}

export const updateCertificate = async (
  trx: Tx,
  id: string,
  fields: CertificateFields,
): Promise<void> => {
  await trx
    .updateTable('pilot_certificate')
    .set({
      ...toColumns(fields),
      // A later end resets the warnings.
      warned_days: sql`case when valid_until = ${fields.validUntil}::date then warned_days end`,
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute()
}

export const deleteCertificate = async (trx: Tx, id: string): Promise<void> => {
  await trx.deleteFrom('pilot_certificate').where('id', '=', id).execute()
}

/** Number of certificates that have ended, and of those that end soon, with the earliest end. */
export const countDueCertificates = async (db: Db, asked: Asked): Promise<WorkbenchCounts> => {
  const { ended, ending, first_end } = await certificatesFor(db, asked)
    .select([
      sql<number>`(count(*) filter (where ${stateAt(asked.now)} = 'ended'))::int`.as('ended'),
      sql<number>`(count(*) filter (where ${stateAt(asked.now)} = 'ending'))::int`.as('ending'),
      sql<Date | null>`(min(certificate.valid_until) filter (where ${stateAt(asked.now)} = 'ending'))::timestamp at time zone min(account.time_zone)`.as(
        'first_end',
      ),
    ])
    .executeTakeFirstOrThrow()
  return {
    'certificates-ended': ended,
    'certificates-ending': { count: ending, firstAt: first_end },
  }
}

export type DueCertificate = Awaited<ReturnType<typeof lockDueCertificates>>[number]

/**
 * Locks certificates with a due warning (the first, the last, or that it has ended), so that two
 * concurrent runs do not warn twice.
 */
export const lockDueCertificates = async (trx: Tx, now: Date, atMost: number) => {
  const daysLeft = sql<number>`certificate.valid_until - ${today(now)}`
  const step = sql<number | null>`case
    when ${daysLeft} < 0 then -1
    when ${daysLeft} <= ${warnedDaysBefore[1]}::integer then ${warnedDaysBefore[1]}::integer
    when ${daysLeft} <= ${warnedDaysBefore[0]}::integer then ${warnedDaysBefore[0]}::integer end`
  return (
    trx
      .selectFrom('pilot_certificate as certificate')
      .innerJoin('app_user', 'app_user.id', 'certificate.user_id')
      .innerJoin('account', 'account.id', 'app_user.account_id')
      .leftJoin('team_member', 'team_member.user_id', 'app_user.id')
      .leftJoin('team', 'team.id', 'team_member.team_id')
      .where('app_user.deleted_at', 'is', null)
      .where('account.enabled', '=', true)
      .where(sql<boolean>`${step} is not null`)
      .where(sql<boolean>`certificate.warned_days is distinct from ${step}`)
      // Certificates that had ended long before they were entered are not reported.
      .where(sql<boolean>`${daysLeft} > -30`)
      .select([
        'certificate.id',
        'certificate.kind',
        'certificate.valid_until',
        'app_user.name as user_name',
        'app_user.account_id',
        'team.leader_id',
        step.as('step'),
      ])
      .orderBy('app_user.account_id')
      .orderBy('certificate.valid_until')
      .limit(atMost)
      .forUpdate('certificate')
      .skipLocked()
      .execute()
  )
}

export const noteWarned = async (trx: Tx, due: readonly DueCertificate[]): Promise<void> => {
  for (const { id, step } of due)
    await trx
      .updateTable('pilot_certificate')
      .set({ warned_days: step })
      .where('id', '=', id)
      .execute()
}

/** People of the account who can receive messages. */
export const peopleOfAccount = async (db: Db | Tx, accountId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('app_user')
      .where('account_id', '=', accountId)
      .where('enabled', '=', true)
      .where('deleted_at', 'is', null)
      .where((eb) => eb.or([eb('phone', 'is not', null), eb('email', 'is not', null)]))
      .select('id')
      .orderBy('id')
      .limit(200)
      .execute()
  ).map(({ id }) => id)

// The only way a person changes a row: lock it, check rights and version, write, record the
// differences in the log, and emit an event after the transaction.
import { isDeepStrictEqual } from 'node:util'
import type { ErrorCode } from '@swath/contract/errors'
import type { Language } from '@swath/i18n/languages'
import { changeLog, recordAudit, type AuditEntry } from '../audit/audit.ts'
import { findLastChange } from '../audit/audit.queries.ts'
import { tx, type Tx } from '../database/database.ts'
import type { EventBus } from '../events/events.ts'
import type { SignedInContext } from '../http/context.ts'
import { fail } from '../errors/fail.ts'
import { wordsIn } from '../http/messages.ts'
import type { Services } from '../services.ts'

export type Facts = Readonly<Record<string, unknown>>

/** A kind of row that people change. */
export type RowKind<Row, Ability extends string> = {
  /** Object type in the log. */
  type: string
  /** The row if it exists for the caller, locked until the transaction ends. */
  lock: (trx: Tx, context: SignedInContext, id: string) => Promise<Row | undefined>
  /** Why the caller may not do this with the row; null if they may. */
  refusal: (context: SignedInContext, row: Row, ability: Ability) => ErrorCode | null
  identify: (row: Row) => { id: string; name: string }
  /** Absent if the row is not edited in a form that could be outdated. */
  readVersion?: (row: Row) => number
  /** The account whose log records changes; absent: the caller's own. */
  pickLogAccount?: (row: Row) => string
  /** Emits the events of every change of such a row. */
  tell?: (events: EventBus, row: Row) => void
}

/** The parts of one change. */
export type Work<Answer> = {
  /**
   * Fields before and after: the log records those that differ. If none differ, nothing is written,
   * logged or emitted.
   */
  before?: Facts
  after?: Facts
  /** False if there is nothing to change. */
  changes?: boolean
  /** Replaces the action in the log, where it depends on the row. */
  action?: string
  /** Further details for the log. */
  details?: Facts
  /** The new name of the row. */
  name?: string
  write?: () => Promise<unknown>
  /**
   * Reads the answer after writing, in the same transaction, so that later changes do not affect
   * it.
   */
  answer: () => Promise<Answer>
  /** Emits events in addition to those of the kind. */
  tell?: (events: EventBus) => void
}

/** Action and object as named in the log. */
export type Named = {
  action: string
  object: NonNullable<AuditEntry['object']>
  logType?: AuditEntry['logType']
}

/** For calls without a response body. */
export const nothing = (): Promise<void> => Promise.resolve()

/** Author of a change, and the account whose log records it. */
export type Author = Pick<AuditEntry, 'accountId' | 'user' | 'ip'>

export const toAuthor = ({ caller, ip }: SignedInContext): Author => ({
  accountId: caller.accountId,
  user: { id: caller.userId, name: caller.userName },
  ip,
})

const namedNow = <Row, Ability extends string>(
  { type, identify }: RowKind<Row, Ability>,
  row: Row,
  name: string | undefined,
): Named['object'] => {
  const named = identify(row)
  return { type, id: named.id, name: name ?? named.name }
}

const differing = (before: Facts, after: Facts): readonly string[] =>
  Object.keys(after).filter((name) => !isDeepStrictEqual(after[name], before[name]))

const only = (facts: Facts, names: readonly string[]): Facts =>
  Object.fromEntries(names.map((name) => [name, facts[name]]))

/**
 * Fails with the fields last changed by someone of the caller's own account, each with the person's
 * name.
 */
const changedMeanwhile = async (
  trx: Tx,
  { caller, language }: { caller: SignedInContext['caller']; language: Language },
  type: string,
  id: string,
): Promise<never> => {
  const last = await findLastChange(trx, caller.accountId, type, id)
  const after = last?.details['after']
  const message = last && wordsIn(language)('server:value.changedBy', { name: last.user_name })
  return fail(
    'conflict',
    {},
    message === undefined || typeof after !== 'object' || after === null
      ? undefined
      : Object.keys(after).map((path) => ({ path, message })),
  )
}

const describeChange = (
  before: Facts | undefined,
  after: Facts | undefined,
  names: readonly string[] | undefined,
): Facts => ({
  ...(before && { before: names ? only(before, names) : before }),
  ...(after && { after: names ? only(after, names) : after }),
})

export const createChanges = ({ db, clock, events }: Pick<Services, 'db' | 'clock' | 'events'>) => {
  const finish = async <Answer>(
    trx: Tx,
    author: Author,
    { action, object, logType = changeLog }: Named,
    { before, after, changes = true, details = {}, write, answer }: Work<Answer>,
  ): Promise<{ answer: Answer; isChanged: boolean }> => {
    const names = before && after && differing(before, after)
    const isChanged = changes && names?.length !== 0
    if (isChanged) await write?.()
    const answered = await answer()
    if (isChanged)
      await recordAudit(trx, {
        ...author,
        atMs: clock.now(),
        logType,
        action,
        object,
        details: { ...describeChange(before, after, names), ...details },
      })
    return { answer: answered, isChanged }
  }

  /** For a change inside a larger transaction: its caller emits the events. */
  const note = async (
    trx: Tx,
    author: Author,
    { details, ...named }: Named & { details: Facts },
  ): Promise<void> => {
    await finish(trx, author, named, { details, answer: nothing })
  }

  /** Creates a row, or makes a change that is not about a single row. */
  const record = async <Answer>(
    author: Author | SignedInContext,
    work: (trx: Tx, now: Date) => Promise<Named & Omit<Work<Answer>, 'action' | 'name'>>,
  ): Promise<Answer> => {
    const { done, tell } = await tx(db, async (trx) => {
      const named = await work(trx, new Date(clock.now()))
      const by = 'caller' in author ? toAuthor(author) : author
      return { done: await finish(trx, by, named, named), tell: named.tell }
    })
    if (done.isChanged) tell?.(events)
    return done.answer
  }

  /** Changes an existing row. */
  const change = async <Row, Ability extends string, Answer>(
    context: SignedInContext,
    kind: RowKind<Row, Ability>,
    asked: { id: string; version?: number | undefined; to: Ability; action: string },
    work: (trx: Tx, row: Row, now: Date) => Promise<Work<Answer>>,
  ): Promise<Answer> => {
    const { row, done, tell } = await tx(db, async (trx) => {
      const row = (await kind.lock(trx, context, asked.id)) ?? fail('not_found')
      const refusal = kind.refusal(context, row, asked.to)
      if (refusal) fail(refusal)
      if (asked.version !== undefined && asked.version !== kind.readVersion?.(row))
        await changedMeanwhile(trx, context, kind.type, asked.id)
      const todo = await work(trx, row, new Date(clock.now()))
      const author = toAuthor(context)
      const done = await finish(
        trx,
        { ...author, accountId: kind.pickLogAccount?.(row) ?? author.accountId },
        { action: todo.action ?? asked.action, object: namedNow(kind, row, todo.name) },
        todo,
      )
      return { row, done, tell: todo.tell }
    })
    if (done.isChanged) {
      kind.tell?.(events, row)
      tell?.(events)
    }
    return done.answer
  }

  return { record, change, note }
}

export type Changes = ReturnType<typeof createChanges>

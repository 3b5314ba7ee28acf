// Creates plots or zones of the chosen items in one transaction: all or none.
import { z } from 'zod'
import { languages } from '@swath/i18n/languages'
import type { Language } from '@swath/i18n/languages'
import type { Caller } from '@swath/domain/access/caller'
import { readCaller } from '../../../platform/auth/caller.ts'
import { findPersonById } from '../../../platform/auth/people.queries.ts'
import { createChanges } from '../../../platform/change/change.ts'
import { tx, type Tx } from '../../../platform/database/database.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { openFileStore } from '../../../platform/files/open-file-store.ts'
import { ServiceError } from '../../../platform/errors/fail.ts'
import { errorSentence, fieldSentence } from '../../../platform/http/messages.ts'
import { createJob, type Job, type JobKind } from '../../../platform/jobs/job-kind.ts'
import type { Services } from '../../../platform/services.ts'
import {
  countItems,
  findAnyImport,
  nextChosen,
  setOutcome,
  tellProgress,
  updateImport,
  type ImportRow,
  type ItemRow,
} from './geometry-imports.queries.ts'
import { nameOf, settingsOf } from './import-presenters.ts'
import { importKind } from './import-kind.ts'
import { importTargets } from './import-targets.ts'
import { mayImport } from './import-deps.ts'
import { findPlotOwner } from './plot-owners.queries.ts'

export const Order = z.object({
  importId: z.uuid(),
  userId: z.uuid(),
  ip: z.string(),
  language: z.enum(languages),
})
export type Order = z.infer<typeof Order>

export const applyImportsKind: JobKind<Order> = {
  name: 'geometry-imports.apply',
  payload: Order,
  triesAtMost: 3,
}

const itemsAtOnce = 50

class Stopped extends Error {}

type Whose = {
  caller: Caller
  owner: { id: string; regionCode: string }
  language: Language
  now: Date
}

const sayWhy = ({ code, values, details = [] }: ServiceError, language: Language): string =>
  details.length > 0 && code === 'invalid_input'
    ? details.map(({ message }) => fieldSentence(language, message)).join(' ')
    : errorSentence(language, code, values)

/** Creates one item. An item that is refused has written nothing. */
const makeOne = async (
  trx: Tx,
  row: ImportRow,
  item: ItemRow,
  { caller, owner, language, now }: Whose,
): Promise<Pick<ItemRow, 'made_id' | 'made_name' | 'refusal'>> => {
  const settings = settingsOf(row)
  const name = nameOf(item, row, settings.nameColumn)
  try {
    const id = await importTargets[row.target].make(
      trx,
      caller,
      { item, name, settings, owner },
      now,
    )
    return { made_id: id, made_name: name, refusal: null }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return { made_id: null, made_name: null, refusal: sayWhy(error, language) }
  }
}

const makeAll = async (
  { db }: Pick<Services, 'db'>,
  trx: Tx,
  row: ImportRow,
  whose: Whose,
  signal: AbortSignal,
): Promise<void> => {
  let done = 0
  for (let after = 0; ;) {
    const items = await nextChosen(trx, row.id, after, itemsAtOnce)
    if (items.length === 0) return
    for (const item of items) {
      await setOutcome(trx, item, await makeOne(trx, row, item, whose))
      after = item.number
    }
    done += items.length
    signal.throwIfAborted()
    if (await tellProgress(db, row.id, done)) throw new Stopped()
  }
}

/** Checks again: the person may have lost the right, and the owner may no longer be below them. */
const findWhose = async (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { userId, language }: Order,
  row: ImportRow,
): Promise<Whose | null> => {
  const person = await findPersonById(db, userId)
  if (!person?.enabled || person.accountId !== row.account_id) return null
  const caller = await readCaller(db, person)
  if (!mayImport(caller, row.target)) return null
  const { ownerId } = settingsOf(row)
  const own = { id: caller.accountId, region_code: caller.regionCode }
  const owner = ownerId === null ? own : await findPlotOwner(db, caller.accountId, ownerId)
  return owner
    ? {
        caller,
        owner: { id: owner.id, regionCode: owner.region_code },
        language,
        now: new Date(clock.now()),
      }
    : null
}

type ApplyServices = Pick<Services, 'db' | 'clock' | 'events' | 'config'>

export const applyImport = async (
  services: ApplyServices,
  order: Order,
  signal: AbortSignal,
  store: FileStore = openFileStore(services.config),
): Promise<void> => {
  const { db, clock, events } = services
  const row = await findAnyImport(db, order.importId)
  // Done by an earlier attempt, or reset to be read again.
  if (row?.status !== 'applying') return
  const whose = await findWhose(services, order, row)
  if (whose === null)
    return updateImport(db, row.id, { status: 'ready', problem: 'right_lost', done_count: 0 })
  try {
    await tx(db, async (trx) => {
      await makeAll(services, trx, row, whose, signal)
      await countItems(trx, row.id)
      const finished = new Date(clock.now())
      await updateImport(trx, row.id, { status: 'applied', key: null, finished_at: finished })
      const { made_count: made, refused_count: refused } = (await findAnyImport(trx, row.id))!
      const { userId: id, userName: name, accountId } = whose.caller
      await createChanges(services).note(
        trx,
        { accountId, user: { id, name }, ip: order.ip },
        {
          action: 'geometry-import.made',
          object: { type: importKind.type, ...importKind.identify(row) },
          details: { target: row.target, made, refused },
        },
      )
    })
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
    return updateImport(db, row.id, { status: 'ready', done_count: 0, is_cancel_asked: false })
  }
  importTargets[row.target].tell(events)
  if (row.key !== null) await store.remove(row.key)
}

export const applyImportsJob = (services: ApplyServices): Job =>
  createJob(applyImportsKind, (order, { signal }) => applyImport(services, order, signal))

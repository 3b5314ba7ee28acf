// Imports parts from a file: reads it, checks each row, and adds all at once.
import { createHash } from 'node:crypto'
import {
  partColumns,
  type accessoryRoutes,
  type PartImport,
} from '@swath/contract/gear/accessories'
import { toHwId, type PartKind } from '@swath/domain/drone-parts'
import type { Language } from '@swath/i18n/languages'
import { judgeParts } from '../../../gateway/parts/public.ts'
import { workerJob } from '../../../platform/workers/workers.ts'
import type { Changes } from '../../../platform/change/change.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { fieldSentence, labelsIn } from '../../../platform/http/messages.ts'
import { tableStream } from '../../../platform/listing/table.ts'
import type { Services } from '../../../platform/services.ts'
import { countKnown, insertParts } from './accessories.queries.ts'
import { headOfColumn, type JudgedRow } from './part-table.ts'
import type { run } from './part-table.job.ts'

type Deps = Services & Changes
type Calls = Handlers<typeof accessoryRoutes>

const readInWorker = workerJob<typeof run>({
  name: 'read-parts',
  module: new URL('./part-table.job.ts', import.meta.url),
  deadlineMs: 30_000,
})

const hashBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const toShown = (
  { line, cells, wrong }: JudgedRow,
  language: Language,
): PartImport['shown'][number] => ({
  line,
  cells,
  wrong: wrong.map(({ column, message, values = {} }) => ({
    column,
    message: fieldSentence(language, message).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) =>
      String(values[name] ?? ''),
    ),
  })),
})

export const getPartTemplate =
  (): Calls['getPartTemplate'] =>
  async ({ query }, context) => {
    const { caller, language, signal, setHeader } = context
    const label = labelsIn(language)
    const none = async function* (): AsyncGenerator<readonly string[]> {
      yield* []
    }
    return tableStream(
      'accessory-white-list-template',
      partColumns.map((name) => headOfColumn(name, label)),
      none(),
      { format: query.format, timeZone: caller.timeZone, signal, setHeader },
    )
  }

export const previewPartUpload =
  ({ readDb }: Deps): Calls['previewPartUpload'] =>
  async ({ query, file }, { caller, language, signal }) => {
    const bytes = await file()
    const table = await readInWorker(
      { bytes, usual: query.type ?? null },
      { owner: caller.userId, signal },
    )
    const { known, clears } = await countKnown(readDb, caller.accountId, table.parts)
    return {
      rows: table.rows,
      good: table.parts.length,
      known,
      clears,
      columns: table.columns,
      unknown: table.unknown,
      shown: table.shown.map((row) => toShown(row, language)),
      digest: hashBytes(bytes),
    }
  }

/** The single part that was entered in the form. */
const toNamedPart = (kind: PartKind | undefined, typed: string) => ({
  kind: kind ?? fail('invalid_input', {}, [{ path: 'type', message: 'required' }]),
  hwId: toHwId(typed) ?? fail('invalid_input', {}, [{ path: 'hwId', message: 'hwIdRule' }]),
  note: '',
})

export const uploadParts =
  ({ record }: Deps): Calls['uploadParts'] =>
  async ({ query, file }, context) => {
    const { caller, signal } = context
    const bytes = await file()
    if (bytes === null && query.hwId === undefined) return fail('one_file')
    const digest = hashBytes(bytes ?? Buffer.from(query.hwId ?? ''))
    if (query.digest !== '' && query.digest !== digest) fail('conflict')
    const named = query.hwId === undefined ? [] : [toNamedPart(query.type, query.hwId)]
    const table = bytes
      ? await readInWorker({ bytes, usual: query.type ?? null }, { owner: caller.userId, signal })
      : { parts: [], rows: 0 }
    const parts = [...named, ...table.parts]
    const rows = table.rows + named.length
    const left = rows - parts.length
    if (query.onlyWhole === 'true' && left > 0) fail('import_has_mistakes')
    return record(context, async (trx, now) => {
      const { accountId } = caller
      const added = await insertParts(trx, accountId, parts, now)
      const { ended } = added > 0 ? await judgeParts(trx, { accountId }, now) : { ended: 0 }
      const sums = { added, known: parts.length - added, left, cleared: ended }
      return {
        action: 'white-list.upload',
        object: { type: 'white-list', id: digest.slice(0, 16), name: String(added) },
        changes: added > 0,
        details: sums,
        answer: () => Promise.resolve(sums),
      }
    })
  }

// Imports drones from a file: reads it, checks each row, and registers all at once.
import { createHash } from 'node:crypto'
import { importColumns } from '@swath/contract/fleet/drone-imports'
import type { droneRoutes } from '@swath/contract/fleet/drones'
import { canManageEquipment } from '@swath/domain/access/drone-abilities'
import { workerJob } from '../../../platform/workers/workers.ts'
import { createChanges } from '../../../platform/change/change.ts'
import type { Handlers, SignedInContext } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { labelsIn } from '../../../platform/http/messages.ts'
import { tableStream } from '../../../platform/listing/table.ts'
import type { Services } from '../../../platform/services.ts'
import { keepModel } from '../drone-models/drone-models.queries.ts'
import { insertDrones } from './drone-import.queries.ts'
import type { run } from './drone-table.job.ts'
import { headOfColumn, type Table } from './drone-table.ts'
import { judge } from './import-judgement.ts'

const shownAtMost = 500
/** Number of valid rows that the preview shows. */
const goodShownAtMost = 100

const readInWorker = workerJob<typeof run>({
  name: 'read-drones',
  module: new URL('./drone-table.job.ts', import.meta.url),
  deadlineMs: 30_000,
})

/** @throws table_too_long, table_unreadable, table_without_columns, work_too_slow, work_too_large */
const readDroneTableInWorker = (
  bytes: Uint8Array,
  { caller, signal }: Pick<SignedInContext, 'caller' | 'signal'>,
): Promise<Table> => readInWorker(bytes, { owner: caller.userId, signal })

const hashBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

type Served = 'getImportTemplate' | 'previewDroneImport' | 'importDrones'

export const importHandlers = (services: Services): Pick<Handlers<typeof droneRoutes>, Served> => {
  const { readDb, clock } = services
  const { record } = createChanges(services)
  return {
    getImportTemplate: async ({ query }, { caller, language, signal, setHeader }) => {
      const label = labelsIn(language)
      const none = async function* (): AsyncGenerator<readonly string[]> {
        yield* []
      }
      return tableStream(
        'drones-template',
        importColumns.map((name) => headOfColumn(name, label)),
        none(),
        { format: query.format, timeZone: caller.timeZone, signal, setHeader },
      )
    },

    previewDroneImport: async ({ file }, context) => {
      const { caller, language } = context
      if (!canManageEquipment(caller)) fail('forbidden')
      const bytes = await file()
      const table = await readDroneTableInWorker(bytes, context)
      const rows = await judge(readDb, caller, table, language)
      const good = rows.filter(({ drone }) => drone !== null)
      const shownGood = new Set(good.slice(0, goodShownAtMost))
      return {
        rows: rows.length,
        good: good.length,
        columns: table.columns,
        unknown: table.unknown,
        digest: hashBytes(bytes),
        shown: rows
          .filter((row) => row.drone === null || shownGood.has(row))
          .slice(0, shownAtMost)
          .map(({ line, cells, wrong }) => ({ line, cells, wrong })),
      }
    },

    importDrones: async ({ query, file }, context) => {
      const { caller, language } = context
      if (!canManageEquipment(caller)) fail('forbidden')
      const bytes = await file()
      if (hashBytes(bytes) !== query.digest) fail('conflict')
      const table = await readDroneTableInWorker(bytes, context)
      return record(context, async (trx) => {
        const rows = await judge(trx, caller, table, language)
        const fit = rows.flatMap(({ drone }) => drone ?? [])
        if (query.onlyWhole === 'true' && fit.length < rows.length) fail('import_has_mistakes')
        const sums = { imported: fit.length, left: rows.length - fit.length }
        return {
          action: 'drone.import',
          object: { type: 'import', id: query.digest.slice(0, 16), name: String(fit.length) },
          changes: fit.length > 0,
          details: { droneIds: fit.slice(0, 100).map(({ id }) => id), ...sums },
          write: async () => {
            for (const modelId of [...new Set(fit.map((drone) => drone.modelId))].sort())
              if (!(await keepModel(trx, modelId))) fail('conflict')
            // A number was taken since the rows were checked: roll back, and have the person review
            // again.
            if ((await insertDrones(trx, fit, new Date(clock.now()))) < fit.length) fail('conflict')
          },
          answer: () => Promise.resolve(sums),
          tell: (events) => events.emit('dronesChanged', { droneIds: fit.map(({ id }) => id) }),
        }
      })
    },
  }
}

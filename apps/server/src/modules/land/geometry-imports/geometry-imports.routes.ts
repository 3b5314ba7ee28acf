import { createChanges } from '../../../platform/change/change.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { openFileStore } from '../../../platform/files/open-file-store.ts'
import { createReceivingGate } from '../../../platform/files/receiving-gate.ts'
import { pagingOf } from '../../../platform/listing/page.ts'
import type { Services } from '../../../platform/services.ts'
import { importRows, itemsOf } from './geometry-imports.queries.ts'
import { presentImport, presentItem, readImport } from './import-presenters.ts'
import {
  applyGeometryImport,
  cancelGeometryImport,
  chooseGeometryItems,
  undoGeometryImport,
} from './import-changes.ts'
import { requireImport, type Calls, type Deps } from './import-deps.ts'
import { changeGeometryImport, createPlotImport, createZoneImport } from './import-upload.ts'
import { findPlotOwners } from './plot-owners.queries.ts'

const listGeometryImports =
  ({ readDb }: Deps): Calls['listGeometryImports'] =>
  ({ query }, { caller }) =>
    importRows.readPage(readDb, caller, query, (row) => presentImport(row, caller))

const listPlotOwners =
  ({ readDb }: Deps): Calls['listPlotOwners'] =>
  async ({ query: { search, accountId } }, { caller }) => {
    const found = await findPlotOwners(readDb, caller.accountId, { search, id: accountId })
    return { items: found.map(({ id, name }) => ({ accountId: id, accountName: name })) }
  }

const getGeometryImport =
  ({ db }: Deps): Calls['getGeometryImport'] =>
  ({ params: { importId } }, { caller }) =>
    readImport(db, caller, importId)

const listGeometryImportItems =
  ({ db }: Deps): Calls['listGeometryImportItems'] =>
  async ({ params: { importId }, query }, { caller }) => {
    const row = await requireImport(db, caller, importId)
    const { rows, total } = await itemsOf(db, row, query, query)
    return { items: rows.map((item) => presentItem(item, row)), total, ...pagingOf(query) }
  }

export const geometryImportHandlers = (
  services: Services,
  store: FileStore = openFileStore(services.config),
): Calls => {
  const deps: Deps = {
    ...services,
    ...createChanges(services),
    store,
    throughGate: createReceivingGate({ all: 8, ofOne: 2 }),
  }
  return {
    listGeometryImports: listGeometryImports(deps),
    createPlotImport: createPlotImport(deps),
    createZoneImport: createZoneImport(deps),
    listPlotOwners: listPlotOwners(deps),
    getGeometryImport: getGeometryImport(deps),
    listGeometryImportItems: listGeometryImportItems(deps),
    changeGeometryImport: changeGeometryImport(deps),
    chooseGeometryItems: chooseGeometryItems(deps),
    applyGeometryImport: applyGeometryImport(deps),
    cancelGeometryImport: cancelGeometryImport(deps),
    undoGeometryImport: undoGeometryImport(deps),
  }
}

import { createChanges } from '../../../platform/change/change.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { openFileStore } from '../../../platform/files/open-file-store.ts'
import { createReceivingGate } from '../../../platform/files/receiving-gate.ts'
import type { Services } from '../../../platform/services.ts'
import { importRows, itemsOf } from './geometry-imports.queries.ts'
import { presentImport, presentItem, readImport } from './import-answers.ts'
import {
  applyGeometryImport,
  cancelGeometryImport,
  chooseGeometryItems,
  undoGeometryImport,
} from './import-changes.ts'
import { requireImport, type Calls, type Needs } from './import-needs.ts'
import { changeGeometryImport, createPlotImport, createZoneImport } from './import-upload.ts'
import { findPlotOwners } from './plot-owners.queries.ts'

const listGeometryImports =
  ({ readDb }: Needs): Calls['listGeometryImports'] =>
  async ({ query }, { caller }) => {
    const [rows, total] = await Promise.all([
      importRows.page(readDb, caller, query, query),
      importRows.count(readDb, caller, query),
    ])
    return {
      items: rows.map((row) => presentImport(row, caller)),
      total,
      currentPage: query.currentPage,
      pageSize: query.pageSize,
    }
  }

const listPlotOwners =
  ({ readDb }: Needs): Calls['listPlotOwners'] =>
  async ({ query: { search, accountId } }, { caller }) => {
    const found = await findPlotOwners(readDb, caller.accountId, { search, id: accountId })
    return { items: found.map(({ id, name }) => ({ accountId: id, accountName: name })) }
  }

const getGeometryImport =
  ({ db }: Needs): Calls['getGeometryImport'] =>
  ({ params: { importId } }, { caller }) =>
    readImport(db, caller, importId)

const listGeometryImportItems =
  ({ db }: Needs): Calls['listGeometryImportItems'] =>
  async ({ params: { importId }, query }, { caller }) => {
    const row = await requireImport(db, caller, importId)
    const { rows, total } = await itemsOf(db, row, query, query)
    return {
      items: rows.map((item) => presentItem(item, row)),
      total,
      currentPage: query.currentPage,
      pageSize: query.pageSize,
    }
  }

export const geometryImportHandlers = (
  services: Services,
  store: FileStore = openFileStore(services.config),
): Calls => {
  const needs: Needs = {
    ...services,
    ...createChanges(services),
    store,
    throughGate: createReceivingGate({ all: 8, ofOne: 2 }),
  }
  return {
    listGeometryImports: listGeometryImports(needs),
    createPlotImport: createPlotImport(needs),
    createZoneImport: createZoneImport(needs),
    listPlotOwners: listPlotOwners(needs),
    getGeometryImport: getGeometryImport(needs),
    listGeometryImportItems: listGeometryImportItems(needs),
    changeGeometryImport: changeGeometryImport(needs),
    chooseGeometryItems: chooseGeometryItems(needs),
    applyGeometryImport: applyGeometryImport(needs),
    cancelGeometryImport: cancelGeometryImport(needs),
    undoGeometryImport: undoGeometryImport(needs),
  }
}

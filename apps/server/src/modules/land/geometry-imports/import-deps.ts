// Dependencies of the calls of imports, and their common first steps.
import type { geometryImportRoutes } from '@swath/contract/land/geometry-imports'
import type { Caller } from '@swath/domain/access/caller'
import type { Changes } from '../../../platform/change/change.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import type { ReceivingGate } from '../../../platform/files/receiving-gate.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Services } from '../../../platform/services.ts'
import { findImport, type ImportRow } from './geometry-imports.queries.ts'

export type Deps = Services & Changes & { store: FileStore; throughGate: ReceivingGate }
export type Calls = Handlers<typeof geometryImportRoutes>

/** Anyone with plots may import plots; zones require a right. */
export const mayImport = (
  { rights }: Pick<Caller, 'rights'>,
  target: ImportRow['target'],
): boolean => target === 'plots' || rights.includes('noFlyZone.manage')

export const requireImport = async (db: Db, caller: Caller, id: string): Promise<ImportRow> =>
  (await findImport(db, caller, id)) ?? fail('not_found')

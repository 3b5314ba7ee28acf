import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartFailure } from '../config/start-failure.ts'
import { fileFailure } from './file-failure.ts'

export interface FolderLock {
  release(): void
}

/**
 * Allows one program per folder. The lock is held by the kernel (SQLite's lock on an empty file),
 * so it ends with its process, however that ends: there are no stale locks, and no process ids that
 * may have been reused. It also works between containers that share a volume.
 */
export function lockFolder(folder: string): FolderLock {
  const path = join(folder, 'lock')
  const ownerPath = join(folder, 'lock-owner.json')
  let file: DatabaseSync
  try {
    writeFileSync(path, '', { flag: 'a', mode: 0o600 })
    file = new DatabaseSync(path, { timeout: 0 })
  } catch (error) {
    throw fileFailure(error, folder)
  }
  try {
    file.exec('begin exclusive')
  } catch (error) {
    file.close()
    if ((error as { errcode?: number }).errcode !== sqliteBusy) throw error
    throw new StartFailure(
      `Another Swath is running on ${folder}${describeOwner(ownerPath)}. ` +
        'Stop it first, or give this one a folder of its own with DATA_DIR.',
    )
  }
  try {
    writeFileSync(
      ownerPath,
      JSON.stringify({ pid: process.pid, since: new Date().toISOString() }),
      { mode: 0o600 },
    )
  } catch (error) {
    file.close()
    throw fileFailure(error, folder)
  }
  return { release: () => file.close() }
}

const sqliteBusy = 5

function describeOwner(path: string): string {
  try {
    const { pid, since } = JSON.parse(readFileSync(path, 'utf8')) as { pid: number; since: string }
    return ` (process ${pid}, since ${since})`
  } catch {
    return '' // the other program has only just started
  }
}

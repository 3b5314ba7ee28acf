import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { lockFolder, type FolderLock } from './folder-lock.ts'
import { buildClusterName, isServerOf, readPidFile, stopPostmaster } from './postmaster.ts'

/**
 * Stops the server of a folder whose program was killed. False if the folder is in use or the
 * server is not running.
 */
export const stopAbandonedPostgres = async (dataFolder: string): Promise<boolean> => {
  const folder = join(resolve(dataFolder), 'postgres')
  if (!existsSync(folder)) return false
  let lock: FolderLock
  try {
    lock = lockFolder(folder)
  } catch {
    return false
  }
  try {
    const cluster = join(folder, 'cluster')
    if (!existsSync(cluster)) return true // killed before the cluster was created
    const clusterName = buildClusterName(cluster)
    const running = readPidFile(cluster)
    if (running && isServerOf(clusterName, running.pid))
      await stopPostmaster(clusterName, running.pid)
    return true
  } finally {
    lock.release()
  }
}

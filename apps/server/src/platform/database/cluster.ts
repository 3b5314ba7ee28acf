import { statSync } from 'node:fs'
import { join } from 'node:path'
import { prepareNativeBinaries, type NativeBinaries } from './native-binaries.ts'
import { databaseUser, mayEnter, type SystemUser } from './system-user.ts'

/** A cluster's location, owner and PostgreSQL programs; it may not exist yet. */
export type Cluster = {
  /** Contains the cluster, its state, the password and the server's log. */
  readonly folder: string
  readonly path: string
  /** `path` as passed to the server. */
  readonly argument: string
  readonly user: SystemUser | undefined
  readonly native: NativeBinaries
}

export const prepareCluster = (
  folder: string,
  progress: (line: string) => void,
  nativeFolder: string | undefined,
): Cluster => {
  const path = join(folder, 'cluster')
  const user = databaseUser(statSync(path, { throwIfNoEntry: false })?.uid)
  return {
    folder,
    path,
    // If a parent folder is closed to the database's user (0700 of root, for example), the server
    // still reaches the cluster through its working folder, which is set before the user changes.
    argument: mayEnter(folder, user) ? path : '/proc/self/cwd',
    user,
    native: prepareNativeBinaries(folder, user, progress, nativeFolder),
  }
}

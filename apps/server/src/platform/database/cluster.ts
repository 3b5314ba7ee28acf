import { statSync } from 'node:fs'
import { join } from 'node:path'
import { prepareNativeBinaries, type NativeBinaries } from './native-binaries.ts'
import { databaseUser, mayEnter, type SystemUser } from './system-user.ts'

/** Where a cluster lies, or is to lie, whose it is and by which programs it is served. */
export type Cluster = {
  /** Holds it, and beside it its state, its password and what the server says. */
  readonly folder: string
  readonly path: string
  /** `path` as the server gets it. */
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
    // Below a folder that the database's user may not pass (0700 of root, for one), the server
    // still reaches the cluster by its working folder, which is set before the user changes.
    argument: mayEnter(folder, user) ? path : '/proc/self/cwd',
    user,
    native: prepareNativeBinaries(folder, user, progress, nativeFolder),
  }
}

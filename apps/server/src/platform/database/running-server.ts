import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { ClusterState } from './cluster-state.ts'
import { buildClusterName } from './postmaster.ts'
import { buildServerUrl, databaseName, takesPassword } from './server-login.ts'

/**
 * The address of the embedded server that another program on this data folder has started. Null if
 * none answers.
 */
export const findRunningServer = async (dataFolder: string): Promise<string | null> => {
  const folder = join(resolve(dataFolder), 'postgres')
  try {
    const { port } = JSON.parse(readFileSync(join(folder, 'state.json'), 'utf8')) as ClusterState
    const password = readFileSync(join(folder, 'password'), 'utf8').trim()
    const path = join(folder, 'cluster')
    const clusterName = buildClusterName(path)
    return (await takesPassword({ port, password, clusterName, folder }))
      ? buildServerUrl({ path, password, port }, databaseName)
      : null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

// State stored next to a cluster: how to connect to its server, and the password.
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartFailure } from '../config/start-failure.ts'
import type { Cluster } from './cluster.ts'
import { fileFailure } from './file-failure.ts'

export type ClusterState = {
  port: number
  /** Version of the PostgreSQL programs that last started the server. */
  version: string
}

/** Reads the state and the password; creates both for a new cluster. */
export const readClusterState = ({
  folder,
  path,
  native,
}: Cluster): { state: ClusterState; password: string } => {
  const statePath = join(folder, 'state.json')
  const passwordPath = join(folder, 'password')
  try {
    if (existsSync(statePath) && existsSync(passwordPath))
      return {
        state: JSON.parse(readFileSync(statePath, 'utf8')) as ClusterState,
        password: readFileSync(passwordPath, 'utf8').trim(),
      }
    if (existsSync(join(path, 'PG_VERSION'))) {
      throw new StartFailure(
        `${folder} holds a database, but its files "state.json" and "password" are not both there. ` +
          'Put them back from a backup: without them nobody can sign in to it.',
      )
    }
    const password = randomBytes(24).toString('base64url')
    writeWhole(passwordPath, password)
    const state = { port: 0, version: native.version }
    writeClusterState(folder, state)
    return { state, password }
  } catch (error) {
    throw fileFailure(error, folder)
  }
}

export const writeClusterState = (folder: string, state: ClusterState): void =>
  writeWhole(join(folder, 'state.json'), JSON.stringify(state))

const writeWhole = (path: string, text: string): void => {
  writeFileSync(`${path}.new`, text, { mode: 0o600, flush: true })
  renameSync(`${path}.new`, path)
}

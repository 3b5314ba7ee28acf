import { execFile } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StartFailure } from '../config/start-failure.ts'
import { childEnvironment } from './child-environment.ts'
import type { Cluster } from './cluster.ts'
import { fileFailure } from './file-failure.ts'
import { superuser } from './server-login.ts'
import { explain, freeBytes } from './server-output.ts'
import { giveTo, identity } from './system-user.ts'

const leastFreeBytes = 128 * 1024 * 1024 // a new cluster is 40 MB, its first WAL files 32 MB

export const makeCluster = async (
  { folder, path, argument, user, native }: Cluster,
  password: string,
  progress: (line: string) => void,
): Promise<void> => {
  refuseFullDisk(folder)
  progress('Creating the database cluster')
  const making = join(folder, 'cluster.new')
  const secret = mkdtempSync(join(tmpdir(), 'swath-'))
  try {
    rmSync(making, { recursive: true, force: true })
    mkdirSync(making, { mode: 0o700 })
    writeFileSync(join(secret, 'password'), password, { mode: 0o600 })
    if (user)
      for (const each of [making, secret, join(secret, 'password')])
        chownSync(each, user.uid, user.gid)
    const initdb = promisify(execFile)(
      join(native.folder, 'bin', 'initdb'),
      [
        '-D',
        argument === path ? making : argument,
        '--username',
        superuser,
        '--pwfile',
        join(secret, 'password'),
        '--auth',
        'scram-sha-256',
        // Sort by code point: the same on every machine, and independent of updates of system
        // libraries.
        '--encoding',
        'UTF8',
        '--locale-provider',
        'builtin',
        '--builtin-locale',
        'C.UTF-8',
        '--locale',
        'C',
      ],
      { ...identity(user), cwd: making, env: childEnvironment() },
    )
    const end = () => initdb.child.kill()
    process.once('exit', end)
    await initdb
      .catch((error: Error & { stdout: string; stderr: string }) => {
        throw explain(`${error.stdout}\n${error.stderr}`.trim() || error.message, folder)
      })
      .finally(() => process.off('exit', end))
    renameSync(making, path) // atomic, so that a cluster is complete or missing
  } catch (error) {
    throw fileFailure(error, folder)
  } finally {
    rmSync(secret, { recursive: true, force: true })
  }
}

const refuseFullDisk = (folder: string): void => {
  const free = freeBytes(folder)
  if (free < leastFreeBytes) {
    throw new StartFailure(
      `The disk that holds ${folder} is full: ${Math.floor(free / 2 ** 20)} MB are free, and a new database needs ` +
        `${leastFreeBytes / 2 ** 20} MB. Free some space, or point DATA_DIR at another disk.`,
    )
  }
}

export const requireSameMajor = ({ folder, path, native }: Cluster): void => {
  const clusterMajor = readFileSync(join(path, 'PG_VERSION'), 'utf8').trim()
  const ownMajor = native.version.split('.')[0]
  if (clusterMajor !== ownMajor) {
    throw new StartFailure(
      `The database in ${folder} was made by PostgreSQL ${clusterMajor}, and this Swath brings PostgreSQL ${ownMajor}. ` +
        'Make a backup with the Swath that wrote it, and restore it into a new data folder.',
    )
  }
}

/**
 * Takes over a folder that was copied, unpacked or used by another user: PostgreSQL requires that
 * its own user owns it, with mode 0700.
 */
export const takeCluster = ({ path, user }: Cluster): void => {
  try {
    const { uid, mode } = statSync(path)
    if (user && uid !== user.uid) giveTo(user, path)
    if ((mode & 0o777) !== 0o700) chmodSync(path, 0o700)
  } catch (error) {
    throw fileFailure(error, path)
  }
}

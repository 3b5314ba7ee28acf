import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { StartFailure } from '../config/start-failure.ts'

/** The user that runs a child process. Undefined: the same user as this program. */
export interface SystemUser {
  name: string
  uid: number
  gid: number
}

function passwdEntries(): SystemUser[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((parts) => parts.length >= 4)
    .map(([name, , uid, gid]) => ({ name: name!, uid: Number(uid), gid: Number(gid) }))
}

/**
 * The user that runs PostgreSQL, which refuses to run as root, or as a user id without an entry in
 * /etc/passwd.
 * @param ownerUid the owner of an existing cluster, who remains its user
 */
export function databaseUser(ownerUid?: number): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const entries = passwdEntries()
  const user =
    (ownerUid ? entries.find((entry) => entry.uid === ownerUid) : undefined) ??
    entries.find((entry) => entry.name === 'postgres' && entry.uid !== 0) ??
    entries.find((entry) => entry.name === 'nobody' && entry.uid !== 0)
  if (!user) {
    throw new StartFailure(
      'The embedded database cannot run as root, and this system has no user "postgres" or "nobody" to run it as. ' +
        'Start Swath as an ordinary user, or set DATABASE_URL.',
    )
  }
  return user
}

/**
 * Whether that user may enter a folder and its parents. Tested by the system itself, which also
 * considers ACLs and mounts.
 */
export function mayEnter(folder: string, user: SystemUser | undefined): boolean {
  return (
    spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], {
      ...identity(user),
      cwd: '/',
      env: {},
      stdio: 'ignore',
    }).status === 0
  )
}

export function identity(user: SystemUser | undefined): { uid?: number; gid?: number } {
  return user ? { uid: user.uid, gid: user.gid } : {}
}

/** A folder that others may enter but neither list nor change, regardless of the umask. */
export function makePassable(folder: string): void {
  makeFolder(folder)
  if (lstatSync(folder).uid === process.getuid?.()) chmodSync(folder, 0o711)
}

/**
 * Creates the folder and its parents. Node's own recursive mkdir throws ENOENT on a read-only disk.
 */
export function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  if (dirname(folder) !== folder) makeFolder(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !statSync(folder).isDirectory())
      throw error
  }
}

/** Changes the owner of a folder and everything below it. */
export function giveTo(user: SystemUser, path: string): void {
  lchownSync(path, user.uid, user.gid)
  if (lstatSync(path).isDirectory())
    for (const name of readdirSync(path)) giveTo(user, join(path, name))
}

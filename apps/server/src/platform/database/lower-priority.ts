import { readFileSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/** Linux takes one change of a group in 100 ms from those who are not root. */
const betweenGroupsMs = 110
let groupsChanged: Promise<unknown> = Promise.resolve()

const isServer = (pid: number): boolean =>
  readFileSync(`/proc/${pid}/cmdline`, 'latin1').startsWith('postgres')

/** Best effort: the process may have ended, be another user's, or Linux may make no groups. */
const attempt = (change: () => void): void => {
  try {
    change()
  } catch {
    // it keeps its priority
  }
}

/**
 * Puts the server's process behind a connection below others, where it runs on this machine: what a
 * console asks for takes what acknowledgements leave of the processor. Best effort.
 *
 * Where Linux groups processes by session (sched(7), "The autogroup feature"), the niceness of a
 * process counts inside its group alone. Each PostgreSQL process is a separate session, so
 * its group is made nice as well, a moment later.
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

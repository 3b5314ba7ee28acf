import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import type pg from 'pg'

/**
 * Puts the server's process behind a connection below others, where it runs on this machine: what a
 * console asks for takes what acknowledgements leave of the processor. Best effort.
 */
export const lowerPriority = (client: pg.ClientBase, niceness: number): void => {
  const { processID: pid } = client as unknown as { processID: number | null }
  if (pid === null || process.platform !== 'linux') return
  try {
    if (readFileSync(`/proc/${pid}/cmdline`, 'latin1').startsWith('postgres'))
      setPriority(pid, niceness)
  } catch {
    // it has ended already, or is another user's
  }
}

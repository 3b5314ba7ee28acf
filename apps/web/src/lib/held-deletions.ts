// Deletions that are sent ten seconds after they were confirmed, so that they can be undone
// (decision 120).
import type { Operation } from '@swath/contract/api'
import { useSyncExternalStore } from 'react'

/** How long a deletion can be undone, ms. */
export const undoMs = 10_000

export type DeletedRow = {
  /** The call of the list that contains the row. */
  list: Operation
  /** Its key in the list. */
  id: string
}
type Held = DeletedRow & { timer: ReturnType<typeof setTimeout>; send: () => Promise<void> }

const held = new Map<string, Held>()
const none: ReadonlySet<string> = new Set()
/** The rows that are hidden, by list: those of held deletions and of those being sent. */
const hidden = new Map<string, ReadonlySet<string>>()
const listeners = new Set<() => void>()

const toKey = ({ list, id }: DeletedRow): string => JSON.stringify([list, id])

const setHidden = ({ list, id }: DeletedRow, isHidden: boolean): void => {
  const others = [...(hidden.get(list) ?? none)].filter((one) => one !== id)
  hidden.set(list, new Set(isHidden ? [...others, id] : others))
  for (const tell of listeners) tell()
}

const release = (row: DeletedRow): Held | undefined => {
  const known = held.get(toKey(row))
  clearTimeout(known?.timer)
  held.delete(toKey(row))
  return known
}

const sendNow = async (row: DeletedRow): Promise<void> => {
  try {
    await release(row)?.send()
  } finally {
    // Deleted, or refused and still there.
    setHidden(row, false)
  }
}

/** Hides the row at once. `send` deletes it after ten seconds, and reports a refusal itself. */
export const holdDeletion = (row: DeletedRow, send: () => Promise<void>): void => {
  release(row)
  held.set(toKey(row), { ...row, send, timer: setTimeout(() => void sendNow(row), undoMs) })
  setHidden(row, true)
}

/** Shows the row again; nothing was sent. */
export const undoDeletion = (row: DeletedRow): void => {
  if (release(row)) setHidden(row, false)
}

/** Sends all held deletions, because the page or the session ends. */
export const sendHeldDeletions = async (): Promise<void> => {
  await Promise.all([...held.values()].map(sendNow))
}
window.addEventListener('pagehide', () => void sendHeldDeletions())

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
/** The keys of a list's rows that are hidden. */
export const useHiddenRows = (list: Operation): ReadonlySet<string> =>
  useSyncExternalStore(subscribe, () => hidden.get(list) ?? none)

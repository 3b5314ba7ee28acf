import type { Clock } from '../../../platform/clock/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { readTaskMark, type TaskMark } from './task-map.queries.ts'

type Kept<Made> = TaskMark & { readonly atMs: number; readonly made: Promise<Made> }
type Entry<Made> = { current: Kept<Made> | null; coming: Kept<Made> | null }

/**
 * Some changes do not change the mark, such as a plot's new name: after this time the result is
 * recomputed.
 */
const unlookedAtMostMs = 2_000
/**
 * Tasks are measured once a minute, so that requests need not wait for newer data within this time.
 */
const behindAtMostMs = 10_000

/**
 * A cache of results that read thousands of plots, per task. While a task's mark is unchanged a
 * request reads only the mark. Otherwise the result is computed again; meanwhile the cached one is
 * returned if the task has the same plots and it is at most ten seconds old.
 *
 * @param make receives the previous result, if there is one
 * @param options.tasksAtMost most recently requested tasks; the map of one of the largest takes
 * five megabytes
 * @param options.readMark reads the mark that changes with new data
 */
export const keepOfTasks = <Made>(
  clock: Clock,
  make: (db: Db, taskId: number, before: Made | null) => Promise<Made>,
  { tasksAtMost = 12, readMark = readTaskMark } = {},
) => {
  const entries = new Map<number, Entry<Made>>()
  const findEntry = (taskId: number): Entry<Made> => {
    const entry = entries.get(taskId) ?? { current: null, coming: null }
    entries.delete(taskId)
    entries.set(taskId, entry)
    if (entries.size > tasksAtMost) entries.delete(entries.keys().next().value!)
    return entry
  }
  const begin = (db: Db, taskId: number, entry: Entry<Made>, mark: TaskMark): Kept<Made> => {
    const made = (async () => make(db, taskId, entry.current ? await entry.current.made : null))()
    const coming = { ...mark, atMs: clock.now(), made }
    entry.coming = coming
    const settle = (hasCome: boolean) => (): void => {
      if (entry.coming !== coming) return
      entry.coming = null
      if (hasCome) entry.current = coming
    }
    coming.made.then(settle(true), settle(false))
    return coming
  }

  /** @throws errors of `make`, if there is no cached result to return */
  return async (db: Db, taskId: number): Promise<Made> => {
    const mark = await readMark(db, taskId)
    const entry = findEntry(taskId)
    const { current } = entry
    const ageMs = current ? clock.now() - current.atMs : Infinity
    if (current?.work === mark.work && ageMs < unlookedAtMostMs) return current.made
    const coming =
      entry.coming?.plots === mark.plots ? entry.coming : begin(db, taskId, entry, mark)
    return current?.plots === mark.plots && ageMs < behindAtMostMs ? current.made : coming.made
  }
}

import type { Clock } from '../../../platform/clock/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { readTaskMark, type TaskMark } from './task-map.queries.ts'

type Kept<Made> = TaskMark & { readonly atMs: number; readonly made: Promise<Made> }
type Entry<Made> = { current: Kept<Made> | null; coming: Kept<Made> | null }

/**
 * Changes that no mark reports, such as another name of a plot, are checked for after this time.
 */
const unlookedAtMostMs = 2_000
/** A task is measured once a minute: readers need not wait for newer data meanwhile. */
const behindAtMostMs = 10_000

/**
 * What costs a look at thousands of plots, kept of each task. While nothing new is known of its
 * ground a look reads the mark alone; else what is kept is read anew, and given meanwhile as long as
 * the task has the same plots and what is kept is no older than ten seconds.
 *
 * @param make is given what was made before, if that is known
 * @param options.tasksAtMost that were asked for last; the map of one of the largest takes five
 *   megabytes
 * @param options.readMark what tells that something is new
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

  /** @throws what `make` throws, where there is nothing else to be given */
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

// The campaign for which a flight counts, and the progress of a campaign.
import { findChemicals, type NamedChemical } from './chemicals.ts'
import { regionContains, regionPrefix, type RegionCode } from './region-code.ts'

/** Why a flight of a task's drone on one of the task's days does not count for it. */
export const leftOutReasons = [
  'days',
  'region',
  'plots',
  'crop',
  'chemical',
  'other_task',
  'closed',
] as const
export type LeftOutReason = (typeof leftOutReasons)[number]

/** A task during whose days one of its drones flew. */
export type TaskForFlight = {
  /** Growing: a later task has a larger one. */
  readonly taskId: number
  readonly regionCode: RegionCode
  /** `plots`: only those that were chosen; `region`: anywhere in it. */
  readonly ground: 'region' | 'plots'
  /** The flight sprayed one of the chosen plots. */
  readonly isOnPlots: boolean
  /** The day is within the drone's days in the task. */
  readonly isInDroneDays: boolean
  /** Null: any. */
  readonly cropId: string | null
  /** Empty: any. */
  readonly chemicals: readonly NamedChemical[]
  readonly isClosed: boolean
  /** It was among the flights when the task was closed. */
  readonly wasCounted: boolean
}

export type FlightForTask = {
  readonly regionCode: RegionCode | null
  /** As reported by the drone, else the crop of its plot; null: unknown. */
  readonly cropId: string | null
  /** As reported by the drone. */
  readonly chemical: string | null
}

export type TaskOfFlight = {
  readonly taskId: number | null
  readonly leftOut: readonly { readonly taskId: number; readonly why: LeftOutReason }[]
}

const findMisfit = (flight: FlightForTask, task: TaskForFlight): LeftOutReason | null => {
  if (!task.isInDroneDays) return 'days'
  if (task.ground === 'plots' && !task.isOnPlots) return 'plots'
  if (
    task.ground === 'region' &&
    (flight.regionCode === null || !regionContains(task.regionCode, flight.regionCode))
  )
    return 'region'
  if (task.cropId !== null && flight.cropId !== null && task.cropId !== flight.cropId) return 'crop'
  if (
    task.chemicals.length > 0 &&
    flight.chemical !== null &&
    findChemicals(flight.chemical, task.chemicals).length === 0
  )
    return 'chemical'
  return null
}

/** The most specific first: chosen plots, the smaller region, a crop, chemicals; then the oldest. */
const compareSpecific = (a: TaskForFlight, b: TaskForFlight): number =>
  Number(b.ground === 'plots') - Number(a.ground === 'plots') ||
  regionPrefix(b.regionCode).length - regionPrefix(a.regionCode).length ||
  Number(b.cropId !== null) - Number(a.cropId !== null) ||
  Number(b.chemicals.length > 0) - Number(a.chemicals.length > 0) ||
  a.taskId - b.taskId

/**
 * At most one task: flights counted by a closed one stay with it, and later ones are only assigned
 * to open ones.
 */
export const chooseTask = (
  flight: FlightForTask,
  tasks: readonly TaskForFlight[],
): TaskOfFlight => {
  const kept = tasks.find(({ wasCounted }) => wasCounted)
  const judged = tasks
    .toSorted(compareSpecific)
    .map((task) => ({ task, misfit: findMisfit(flight, task) }))
  const chosen =
    kept ?? judged.find(({ task, misfit }) => misfit === null && !task.isClosed)?.task ?? null
  return {
    taskId: chosen?.taskId ?? null,
    leftOut: judged
      .filter(({ task }) => task !== chosen)
      .map(({ task, misfit }) => ({
        taskId: task.taskId,
        why: misfit ?? (task.isClosed ? 'closed' : 'other_task'),
      })),
  }
}

export type TaskDay = { readonly day: string; readonly coveredM2: number }

/**
 * Days of work used for the mean pace, so that a single day of rain or moving does not decide it.
 */
const paceDays = 3

/**
 * The day on which the target is reached at the pace of the last days with work, today among them
 * only where it is the only one: it is not over. Null: reached, without a target, or nothing flown.
 * Counted in ground covered once: `coveredM2` of what the days add up to.
 */
export const forecastEnd = ({
  days,
  coveredM2,
  targetM2,
  today,
}: {
  /** In chronological order. */
  days: readonly TaskDay[]
  coveredM2: number
  targetM2: number | null
  /** YYYY-MM-DD */
  today: string
}): { endDay: string; paceM2: number } | null => {
  if (targetM2 === null || coveredM2 >= targetM2) return null
  const worked = days.filter((one) => one.coveredM2 > 0)
  const past = worked.filter(({ day }) => day < today)
  const recent = (past.length > 0 ? past : worked).slice(-paceDays)
  const flownM2 = worked.reduce((sum, one) => sum + one.coveredM2, 0)
  if (recent.length === 0 || flownM2 <= 0 || coveredM2 <= 0) return null
  const once = Math.min(1, coveredM2 / flownM2)
  const paceM2 = (once * recent.reduce((sum, one) => sum + one.coveredM2, 0)) / recent.length
  const leftDays = Math.ceil((targetM2 - coveredM2) / paceM2)
  if (leftDays > 3_650) return null
  const end = new Date(Date.parse(`${today}T00:00:00Z`) + leftDays * 86_400_000)
  return { endDay: end.toISOString().slice(0, 10), paceM2 }
}

import { jobKindNames, jobList, type RunState } from '@swath/contract/overview/jobs'
import { translate } from '../../../lib/i18n.ts'

/** Falls back to the id, for kinds of another version of the program. */
export const jobKindLabel = (kind: string): string =>
  (jobKindNames as readonly string[]).includes(kind) ? translate(`jobs:kind.${kind}`) : kind

export const jobStateLabels = jobList.columns.state.labels

export const runStateLabels: Readonly<Record<RunState, string>> = {
  done: 'jobs:stateName.done',
  cancelled: 'jobs:stateName.cancelled',
  ...jobStateLabels,
}

export const intervalLabels = {
  minute: 'jobs:every.minute',
  hour: 'jobs:every.hour',
  day: 'jobs:every.day',
} as const

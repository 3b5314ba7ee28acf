import { jobKindNames, jobList, type RunState } from '@swath/contract/overview/jobs'
import { translate } from '../../../lib/i18n.ts'

/** A kind of another version of the program is shown by its own name. */
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

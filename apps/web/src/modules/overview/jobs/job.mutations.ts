import { buildChange } from '../../../lib/use-change.ts'

const shown = ['listJobs', 'getJob'] as const

export const useRetryJob = buildChange('retryJob', shown)
export const useCancelJob = buildChange('cancelJob', shown)

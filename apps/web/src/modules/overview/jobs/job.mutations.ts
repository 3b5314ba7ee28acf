import { useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { outdated } from '../../../lib/query.ts'

const afterJobChange = () => outdated('listJobs', 'getJob')

export const useRetryJob = () =>
  useMutation({
    mutationFn: (jobId: string) => call('retryJob', { params: { jobId } }),
    onSettled: afterJobChange,
  })
export const useCancelJob = () =>
  useMutation({
    mutationFn: (jobId: string) => call('cancelJob', { params: { jobId } }),
    onSettled: afterJobChange,
  })

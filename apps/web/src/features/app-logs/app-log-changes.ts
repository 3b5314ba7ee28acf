import type { AppLogAbout } from '@swath/contract/app-logs'
import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../lib/api.ts'
import { saveFile } from '../../lib/save-file.ts'
import { outdated, queryClient } from '../../lib/query.ts'

// A log never changes: one that was deleted is not asked for again while its drawer closes.
queryClient.setQueryDefaults(['getAppLog'], { staleTime: Infinity })
queryClient.setQueryDefaults(['previewAppLog'], { staleTime: Infinity })

/** As long as a slow line may take to send 20 MB. */
const uploadMs = 600_000

export const afterLogChange = () => outdated('listAppLogs')

export const useUploadLog = (onProgress: (ratio: number) => void) =>
  useMutation({
    mutationFn: ({ file, ...query }: z.output<typeof AppLogAbout> & { file: File }) =>
      call('uploadAppLog', { query, file }, { onProgress, timeoutMs: uploadMs }),
    onSettled: afterLogChange,
  })
export const useDeleteLog = () =>
  useMutation({
    mutationFn: (logId: string) => call('deleteAppLog', { params: { logId } }),
    onSettled: afterLogChange,
  })
export const useDeleteOldLogs = () =>
  useMutation({
    mutationFn: (before: string) => call('deleteOldAppLogs', { body: { before } }),
    onSettled: afterLogChange,
  })
export const useKeepLogs = () =>
  useMutation({
    mutationFn: (days: number | null) => call('keepAppLogs', { body: { days } }),
    onSettled: afterLogChange,
  })
export const useDownloadLog = () =>
  useMutation({
    mutationFn: async ({ logId, fileName }: { logId: string; fileName: string }) =>
      saveFile(fileName, await call('downloadAppLog', { params: { logId } }, { timeoutMs: null })),
  })

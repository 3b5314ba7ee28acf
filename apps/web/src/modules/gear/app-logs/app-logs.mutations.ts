import type { AppLogAbout } from '@swath/contract/gear/app-logs'
import type { z } from 'zod'
import { call } from '../../../lib/api.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { keepUntilChanged, outdated } from '../../../lib/query.ts'
import { buildChange, useChange } from '../../../lib/use-change.ts'

// Logs never change.
keepUntilChanged('getAppLog', 'previewAppLog')

/** Time to send 20 MB over a slow connection. */
const uploadMs = 600_000

export const afterLogChange = () => outdated('listAppLogs')

export const useUploadLog = (onProgress: (ratio: number) => void) =>
  useChange({
    run: ({ file, ...query }: z.output<typeof AppLogAbout> & { file: File }) =>
      call('uploadAppLog', { query, file }, { onProgress, timeoutMs: uploadMs }),
    outdated: ['listAppLogs'],
  })
export const useDeleteLog = buildChange('deleteAppLog', ['listAppLogs'])
export const useDeleteOldLogs = () =>
  useChange({
    run: (before: string) => call('deleteOldAppLogs', { body: { before } }),
    outdated: ['listAppLogs'],
  })
export const useKeepLogs = () =>
  useChange({
    run: (days: number | null) => call('keepAppLogs', { body: { days } }),
    outdated: ['listAppLogs'],
  })
export const useDownloadLog = () =>
  useChange({
    run: async ({ logId, fileName }: { logId: string; fileName: string }) =>
      saveFile(fileName, await call('downloadAppLog', { params: { logId } }, { timeoutMs: null })),
    outdated: [],
  })

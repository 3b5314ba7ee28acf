import type { Api, Operation } from '@swath/contract/api'
import type { Answer } from '@swath/contract/kit'
import { call } from '../../../lib/api.ts'
import { keepUntilChanged, outdated, queryClient } from '../../../lib/query.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { type Body, buildChange, useChange } from '../../../lib/use-change.ts'

keepUntilChanged('getBulletin')

const lists = [
  'listBulletins',
  'listUnreadBulletins',
  'countUnreadBulletins',
] as const satisfies readonly Operation[]
const shown = [...lists, 'getBulletin', 'getBulletinReceipts'] as const

export const askBulletinsAgain = (): Promise<unknown> => outdated(...shown)

/** Time to send 20 MB over a slow connection. */
const uploadMs = 600_000

const showRead = (ids: readonly string[] | null): void => {
  queryClient.setQueryData<Answer<Api['countUnreadBulletins']>>(
    ['countUnreadBulletins', {}],
    (data) => {
      if (!data) return data
      const read = ids === null ? data.bulletinCount : Math.min(data.bulletinCount, ids.length)
      return { ...data, count: data.count - read, bulletinCount: data.bulletinCount - read }
    },
  )
}

/** Marks these, or all (null), as read. */
export const useMarkBulletinsRead = () =>
  useChange({
    run: (ids: readonly string[] | null) =>
      call('markBulletinsRead', {
        body:
          ids === null ? { oprType: 2, bulletinType: 2 } : { oprType: 1, bulletinIds: [...ids] },
      }),
    show: showRead,
    outdated: lists,
  })

/** Creates a bulletin, or saves one under its id; the editor reports a conflict. */
export const useSaveBulletin = () =>
  useChange({
    run: ({
      bulletinId,
      ...body
    }: Body<'addBulletin'> & { bulletinId?: string; version?: number }) =>
      bulletinId === undefined
        ? call('addBulletin', { body })
        : call('updateBulletin', { body: { ...body, bulletinId } }),
    outdated: shown,
    refused: 'shownByCaller',
  })

export const useRecallBulletin = buildChange('recallBulletin', shown)
export const useDeleteBulletin = buildChange('deleteBulletin', lists, { refused: 'shownByCaller' })

export const useUploadBulletinFile = (onProgress: (ratio: number) => void) =>
  useChange({
    run: (file: File) =>
      call(
        'uploadBulletinFile',
        { query: { fileName: file.name }, file },
        { onProgress, timeoutMs: uploadMs },
      ),
    outdated: [],
  })

export const useDownloadBulletinFile = () =>
  useChange({
    run: async ({ fileId, fileName }: { fileId: string; fileName: string }) =>
      saveFile(
        fileName,
        await call('downloadBulletinFile', { params: { fileId } }, { timeoutMs: null }),
      ),
    outdated: [],
  })

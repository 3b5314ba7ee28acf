import type { AppVersion } from '@swath/contract/app-versions'
import { call } from '../../../lib/api.ts'
import { useChange, type Body } from '../../../lib/use-change.ts'

const shown = ['listAppVersions'] as const

export const useAddVersion = () =>
  useChange({
    run: (body: Body<'addAppVersion'>) => call('addAppVersion', { body }),
    outdated: shown,
  })
export const useUpdateVersion = () =>
  useChange({
    run: (body: Body<'updateAppVersion'>) => call('updateAppVersion', { body }),
    outdated: shown,
  })
export const useDeleteVersion = () =>
  useChange({
    run: ({ appVersionId }: AppVersion) => call('deleteAppVersion', { params: { appVersionId } }),
    outdated: shown,
    refused: 'toldByCaller',
  })

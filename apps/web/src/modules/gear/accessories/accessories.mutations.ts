import { call } from '../../../lib/api.ts'
import { buildChange, useChange } from '../../../lib/use-change.ts'

const shown = ['listAllowedParts', 'listPartAlarms', 'getDroneParts'] as const

export const useAddPart = buildChange('addAllowedPart', shown)
export const useTakeOff = () =>
  useChange({
    run: (partIds: readonly string[]) =>
      call('deleteAllowedParts', { params: { partIds: partIds.join(',') } }),
    outdated: shown,
    refused: 'shownByCaller',
  })
export const useAcceptPart = buildChange('acceptPart', shown)
export const outdatedByUpload = shown

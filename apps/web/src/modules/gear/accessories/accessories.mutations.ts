import { call } from '../../../lib/api.ts'
import { useChange, type Body } from '../../../lib/use-change.ts'

const shown = ['listAllowedParts', 'listPartAlarms', 'getDroneParts'] as const

export const useAddPart = () =>
  useChange({
    run: (body: Body<'addAllowedPart'>) => call('addAllowedPart', { body }),
    outdated: shown,
  })
export const useTakeOff = () =>
  useChange({
    run: (partIds: readonly string[]) =>
      call('deleteAllowedParts', { params: { partIds: partIds.join(',') } }),
    outdated: shown,
    refused: 'toldByCaller',
  })
export const useAcceptPart = () =>
  useChange({ run: (body: Body<'acceptPart'>) => call('acceptPart', { body }), outdated: shown })
export const outdatedByUpload = shown

import { buildChange } from '../../../lib/use-change.ts'

const shown = ['listAppVersions'] as const

export const useAddVersion = buildChange('addAppVersion', shown)
export const useUpdateVersion = buildChange('updateAppVersion', shown)
export const useDeleteVersion = buildChange('deleteAppVersion', shown, { refused: 'shownByCaller' })

import { buildChange, tellButConflict } from '../../../lib/use-change.ts'

const shown = ['listRosters', 'getOnDuty'] as const

export const useAddRoster = buildChange('addRoster', shown)
export const useUpdateRoster = buildChange('updateRoster', shown, { refused: tellButConflict })
export const useDeleteRoster = buildChange('deleteRoster', shown, { refused: 'shownByCaller' })

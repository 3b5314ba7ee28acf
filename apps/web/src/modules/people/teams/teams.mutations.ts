import { keepUntilChanged } from '../../../lib/query.ts'
import { buildChange, tellButConflict } from '../../../lib/use-change.ts'

keepUntilChanged('getTeam')
const shown = [
  'listTeams',
  'getTeam',
  'listSelectableMembers',
  'listSelectableDrones',
  'listCertificates',
] as const

export const useCreateTeam = buildChange('createTeam', shown)
export const useRenameTeam = buildChange('renameTeam', shown, { refused: tellButConflict })
export const useChangeTeamLeader = buildChange('changeTeamLeader', shown)
export const useAddTeamMembers = buildChange('addTeamMembers', shown)
export const useRemoveTeamMembers = buildChange('removeTeamMembers', shown, {
  refused: 'shownByCaller',
})
export const useSetTeamDrones = buildChange('setTeamDrones', shown)
export const useDeleteTeam = buildChange(
  'deleteTeam',
  (_team, error) => (error ? shown : shown.filter((operation) => operation !== 'getTeam')),
  { refused: 'shownByCaller' },
)

const certificatesShown = ['listCertificates', 'listTeams', 'getTeam'] as const

export const useAddCertificate = buildChange('addCertificate', certificatesShown)
export const useUpdateCertificate = buildChange('updateCertificate', certificatesShown)
export const useDeleteCertificate = buildChange('deleteCertificate', certificatesShown, {
  refused: 'shownByCaller',
})

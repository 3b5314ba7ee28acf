import type { PilotCertificate } from '@swath/contract/pilot-certificates'
import type { Team } from '@swath/contract/teams'
import { call } from '../../../lib/api.ts'
import { keepUntilChanged } from '../../../lib/query.ts'
import { tellButConflict, useChange, type Body } from '../../../lib/use-change.ts'

keepUntilChanged('getTeam')
const shown = [
  'listTeams',
  'getTeam',
  'listSelectableMembers',
  'listSelectableDrones',
  'listCertificates',
] as const

export const useCreateTeam = () =>
  useChange({ run: (body: Body<'createTeam'>) => call('createTeam', { body }), outdated: shown })

type OfTeam<B> = { groupId: string; body: B }

export const useRenameTeam = () =>
  useChange({
    run: ({ groupId, body }: OfTeam<Body<'renameTeam'>>) =>
      call('renameTeam', { params: { groupId }, body }),
    outdated: shown,
    refused: tellButConflict,
  })
export const useChangeTeamLeader = () =>
  useChange({
    run: ({ groupId, body }: OfTeam<Body<'changeTeamLeader'>>) =>
      call('changeTeamLeader', { params: { groupId }, body }),
    outdated: shown,
  })
export const useAddTeamMembers = () =>
  useChange({
    run: ({ groupId, body }: OfTeam<Body<'addTeamMembers'>>) =>
      call('addTeamMembers', { params: { groupId }, body }),
    outdated: shown,
  })
export const useRemoveTeamMembers = () =>
  useChange({
    run: ({ groupId, body }: OfTeam<Body<'removeTeamMembers'>>) =>
      call('removeTeamMembers', { params: { groupId }, body }),
    outdated: shown,
    refused: 'toldByCaller',
  })
export const useSetTeamDrones = () =>
  useChange({
    run: ({ groupId, body }: OfTeam<Body<'setTeamDrones'>>) =>
      call('setTeamDrones', { params: { groupId }, body }),
    outdated: shown,
  })
export const useDeleteTeam = () =>
  useChange({
    run: ({ groupId }: Pick<Team, 'groupId'>) => call('deleteTeam', { params: { groupId } }),
    outdated: (_team, error) =>
      error ? shown : shown.filter((operation) => operation !== 'getTeam'),
    refused: 'toldByCaller',
  })

const certificatesShown = ['listCertificates', 'listTeams', 'getTeam'] as const

export const useAddCertificate = () =>
  useChange({
    run: (body: Body<'addCertificate'>) => call('addCertificate', { body }),
    outdated: certificatesShown,
  })
export const useUpdateCertificate = () =>
  useChange({
    run: (body: Body<'updateCertificate'>) => call('updateCertificate', { body }),
    outdated: certificatesShown,
  })
export const useDeleteCertificate = () =>
  useChange({
    run: ({ certificateId }: PilotCertificate) =>
      call('deleteCertificate', { params: { certificateId } }),
    outdated: certificatesShown,
    refused: 'toldByCaller',
  })

import type { UnifiedTask } from '@swath/contract/campaigns/unified-task-rows'
import { taskSortieList } from '@swath/contract/campaigns/unified-task-stats'
import type { Tone } from '../../../ui/state-tags.tsx'

export const listPath = '/business_manage/unified-task-list'
export const taskPath = (
  tftzId: string,
  page: 'drone-list' | 'chart' | 'plots' | 'sorties' | 'report',
): string => `${listPath}/${tftzId}/${page}`

export const stateLabels = {
  draft: 'stateDraft',
  open: 'stateOpen',
  closed: 'stateClosed',
} as const satisfies Record<UnifiedTask['state'], string>

export const stateTones: Readonly<Record<UnifiedTask['state'], Tone | undefined>> = {
  draft: undefined,
  open: 'good',
  closed: undefined,
}

export const typeLabels = {
  1: 'typePlanned',
  2: 'typeEmergency',
  3: 'typeDemonstration',
  4: 'terms:other',
} as const satisfies Record<UnifiedTask['tftzType'], string>

export const invitationLabels = {
  invited: 'invited',
  accepted: 'accepted',
  declined: 'declined',
} as const

export const invitationTones: Readonly<
  Record<NonNullable<UnifiedTask['invitation']>, Tone | undefined>
> = { invited: 'waiting', accepted: 'good', declined: 'bad' }

export const whyLabels = taskSortieList.columns.why.labels

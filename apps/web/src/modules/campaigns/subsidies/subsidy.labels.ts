import type { SubsidyLine, Subsidy, SubsidyObjection } from '@swath/contract/campaigns/subsidy-rows'
import {
  lineStateLabels,
  objectionStateLabels,
  stateLabels,
  whyLabels,
} from '@swath/contract/campaigns/subsidy-rows'
import type { Tone } from '../../../ui/state-tags.tsx'

export const listPath = '/business_manage/subsidy-list'
export const rulesPath = `${listPath}/rules`
export const objectionsPath = `${listPath}/objections`
export const subsidyPath = (subsidyId: string, page: 'lines' | 'left-out' | 'report'): string =>
  `${listPath}/${subsidyId}/${page}`

export { lineStateLabels, objectionStateLabels, stateLabels, whyLabels }

export const stateTones: Readonly<Record<Subsidy['state'], Tone | undefined>> = {
  working: 'waiting',
  failed: 'bad',
  proposed: 'waiting',
  approved: 'good',
  paid: 'good',
}
export const lineTones: Readonly<Record<SubsidyLine['state'], Tone | undefined>> = {
  payable: 'good',
  stopped: 'bad',
  nothing: undefined,
}
export const objectionTones: Readonly<Record<SubsidyObjection['state'], Tone | undefined>> = {
  open: 'waiting',
  upheld: 'good',
  declined: undefined,
}

export const cutLabels = {
  share: 'subsidies:cutShare',
  plot: 'subsidies:cutPlot',
  farmer: 'subsidies:cutFarmer',
  operator: 'subsidies:cutOperator',
  season: 'subsidies:cutSeason',
} as const satisfies Record<SubsidyLine['cuts'][number]['why'], string>

export const evidenceLabels = {
  task: 'subsidies:evidenceTask',
  crop: 'subsidies:evidenceCrop',
  chemical: 'subsidies:evidenceChemical',
  pilot: 'subsidies:evidencePilot',
} as const

export const stepLabels = {
  propose: 'subsidies:stepPropose',
  correct: 'subsidies:stepCorrect',
  rule: 'subsidies:stepRule',
  approve: 'subsidies:stepApprove',
  pay: 'subsidies:stepPay',
} as const

import type { Subsidy, SubsidyObjection } from '@swath/contract/subsidy-rows'
import { call } from '../../../lib/api.ts'
import { tellButConflict, useChange, type Body } from '../../../lib/use-change.ts'

const rules = ['listSubsidyRules', 'getSubsidyRule'] as const
const shown = [
  ...rules,
  'listSubsidies',
  'getSubsidy',
  'getSubsidySummary',
  'getSubsidyRegions',
  'listSubsidyLines',
  'getSubsidyLine',
  'listSubsidyLeftOut',
  'listSubsidyObjections',
] as const

export const useCreateRule = () =>
  useChange({
    run: (body: Body<'createSubsidyRule'>) => call('createSubsidyRule', { body }),
    outdated: rules,
  })

export const useUpdateRule = () =>
  useChange({
    run: ({ ruleId, body }: { ruleId: string; body: Body<'updateSubsidyRule'> }) =>
      call('updateSubsidyRule', { params: { ruleId }, body }),
    outdated: rules,
    refused: tellButConflict,
  })

export const useDeleteRule = () =>
  useChange({
    run: (ruleId: string) => call('deleteSubsidyRule', { params: { ruleId } }),
    outdated: rules,
    refused: 'toldByCaller',
  })

export const usePropose = () =>
  useChange({
    run: (body: Body<'proposeSubsidy'>) => call('proposeSubsidy', { body }),
    outdated: shown,
  })

type Of<B> = Pick<Subsidy, 'subsidyId'> & B

export const useCorrect = () =>
  useChange({
    run: ({ subsidyId, ...body }: Of<Body<'correctSubsidy'>>) =>
      call('correctSubsidy', { params: { subsidyId }, body }),
    outdated: shown,
  })

export const useRuleFlight = () =>
  useChange({
    run: ({
      subsidyId,
      droneId,
      sortieId,
      ...body
    }: Of<Body<'ruleSubsidyFlight'>> & { droneId: string; sortieId: string }) =>
      call('ruleSubsidyFlight', { params: { subsidyId, droneId, sortieId }, body }),
    outdated: shown,
  })

export const useApprove = () =>
  useChange({
    run: ({ subsidyId, ...body }: Of<Body<'approveSubsidy'>>) =>
      call('approveSubsidy', { params: { subsidyId }, body }),
    outdated: shown,
  })

export const usePay = () =>
  useChange({
    run: ({ subsidyId, ...body }: Of<Body<'paySubsidy'>>) =>
      call('paySubsidy', { params: { subsidyId }, body }),
    outdated: shown,
  })

export const useDeleteSubsidy = () =>
  useChange({
    run: (subsidyId: string) => call('deleteSubsidy', { params: { subsidyId } }),
    outdated: shown,
    refused: 'toldByCaller',
  })

export const useObject = () =>
  useChange({
    run: ({ subsidyId, ...body }: Of<Body<'objectToSubsidy'>>) =>
      call('objectToSubsidy', { params: { subsidyId }, body }),
    outdated: shown,
  })

export const useDecideObjection = () =>
  useChange({
    run: ({
      objectionId,
      ...body
    }: Pick<SubsidyObjection, 'objectionId'> & Body<'decideSubsidyObjection'>) =>
      call('decideSubsidyObjection', { params: { objectionId }, body }),
    outdated: shown,
  })

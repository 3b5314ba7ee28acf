import { call } from '../../../lib/api.ts'
import { keepUntilChanged } from '../../../lib/query.ts'
import { tellButConflict, useChange, type Body } from '../../../lib/use-change.ts'

keepUntilChanged('getRentalClient')
keepUntilChanged('getLease')

const clientsShown = ['listRentalClients', 'getRentalClient'] as const
type OfClient<B> = { clientId: string; body: B }

export const useCreateClient = () =>
  useChange({
    run: (body: Body<'createRentalClient'>) => call('createRentalClient', { body }),
    outdated: clientsShown,
  })
export const useUpdateClient = () =>
  useChange({
    run: ({ clientId, body }: OfClient<Body<'updateRentalClient'>>) =>
      call('updateRentalClient', { params: { clientId }, body }),
    outdated: clientsShown,
    refused: tellButConflict,
  })
export const useSetClientPrice = () =>
  useChange({
    run: ({ clientId, body }: OfClient<Body<'setClientPrice'>>) =>
      call('setClientPrice', { params: { clientId }, body }),
    outdated: clientsShown,
    refused: tellButConflict,
  })
export const useIssueCode = () =>
  useChange({
    run: ({ clientId, body }: OfClient<Body<'issueActivationCode'>>) =>
      call('issueActivationCode', { params: { clientId }, body }),
    outdated: clientsShown,
  })

export const useLookAtActivation = () =>
  useChange({
    run: (body: Body<'lookAtActivation'>) => call('lookAtActivation', { body }),
    outdated: [],
  })
export const useActivate = () =>
  useChange({
    run: (body: Body<'activateRentalClient'>) => call('activateRentalClient', { body }),
    outdated: ['listLeaseContracts', 'listRentalManufacturers', 'listManufacturers'],
  })

const leasesShown = ['listLeases', 'getLease', 'listLendableDrones', 'listRentalClients'] as const

export const useCreateLease = () =>
  useChange({
    run: (body: Body<'createLease'>) => call('createLease', { body }),
    outdated: leasesShown,
  })
export const useReturnLease = () =>
  useChange({
    run: (body: Body<'returnLease'>) => call('returnLease', { body }),
    outdated: leasesShown,
  })
export const useCancelLease = () =>
  useChange({
    run: (body: Body<'cancelLease'>) => call('cancelLease', { body }),
    outdated: leasesShown,
    refused: 'toldByCaller',
  })

const contractsShown = ['listLeaseContracts', 'getLeaseContract', ...clientsShown] as const
type OfContract<B> = { contractId: string; body: B }

export const useCreateContract = () =>
  useChange({
    run: (body: Body<'createLeaseContract'>) => call('createLeaseContract', { body }),
    outdated: contractsShown,
  })
export const useSendSignatureCode = () =>
  useChange({
    run: (contractId: string) => call('sendSignatureCode', { params: { contractId } }),
    outdated: [],
  })
export const useSignContract = () =>
  useChange({
    run: ({ contractId, body }: OfContract<Body<'signLeaseContract'>>) =>
      call('signLeaseContract', { params: { contractId }, body }),
    outdated: contractsShown,
  })
export const useWithdrawContract = () =>
  useChange({
    run: ({ contractId, body }: OfContract<Body<'withdrawLeaseContract'>>) =>
      call('withdrawLeaseContract', { params: { contractId }, body }),
    outdated: contractsShown,
    refused: 'toldByCaller',
  })

const pricesShown = ['listBasicPrices', 'listLendableDrones'] as const

export const useAddBasicPrice = () =>
  useChange({
    run: (body: Body<'addBasicPrice'>) => call('addBasicPrice', { body }),
    outdated: pricesShown,
  })
export const useUpdateBasicPrice = () =>
  useChange({
    run: (body: Body<'updateBasicPrice'>) => call('updateBasicPrice', { body }),
    outdated: pricesShown,
  })
export const useDeleteBasicPrice = () =>
  useChange({
    run: ({ priceId }: { priceId: string }) => call('deleteBasicPrice', { params: { priceId } }),
    outdated: pricesShown,
    refused: 'toldByCaller',
  })

const sharedShown = ['getSharedDrone', 'listLeases', 'getLease'] as const

export const useTakeOver = () =>
  useChange({
    run: (shareToken: string) => call('takeSharedDrone', { params: { shareToken } }),
    outdated: sharedShown,
  })
export const useGiveBack = () =>
  useChange({
    run: (shareToken: string) => call('giveBackSharedDrone', { params: { shareToken } }),
    outdated: sharedShown,
  })

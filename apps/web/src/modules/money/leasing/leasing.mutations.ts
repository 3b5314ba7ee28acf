import { keepUntilChanged } from '../../../lib/query.ts'
import { buildChange, tellButConflict } from '../../../lib/use-change.ts'

keepUntilChanged('getRentalClient')
keepUntilChanged('getLease')

const clientsShown = ['listRentalClients', 'getRentalClient'] as const
export const useCreateClient = buildChange('createRentalClient', clientsShown)
export const useUpdateClient = buildChange('updateRentalClient', clientsShown, {
  refused: tellButConflict,
})
export const useSetClientPrice = buildChange('setClientPrice', clientsShown, {
  refused: tellButConflict,
})
export const useIssueCode = buildChange('issueActivationCode', clientsShown)
export const useLookAtActivation = buildChange('lookAtActivation', [])
export const useActivate = buildChange('activateRentalClient', [
  'listLeaseContracts',
  'listRentalManufacturers',
  'listManufacturers',
])

const leasesShown = ['listLeases', 'getLease', 'listLendableDrones', 'listRentalClients'] as const

export const useCreateLease = buildChange('createLease', leasesShown)
export const useReturnLease = buildChange('returnLease', leasesShown)
export const useCancelLease = buildChange('cancelLease', leasesShown, { refused: 'shownByCaller' })

const contractsShown = ['listLeaseContracts', 'getLeaseContract', ...clientsShown] as const
export const useCreateContract = buildChange('createLeaseContract', contractsShown)
export const useSendSignatureCode = buildChange('sendSignatureCode', [])
export const useSignContract = buildChange('signLeaseContract', contractsShown)
export const useWithdrawContract = buildChange('withdrawLeaseContract', contractsShown, {
  refused: 'shownByCaller',
})

const pricesShown = ['listBasicPrices', 'listLendableDrones'] as const

export const useAddBasicPrice = buildChange('addBasicPrice', pricesShown)
export const useUpdateBasicPrice = buildChange('updateBasicPrice', pricesShown)
export const useDeleteBasicPrice = buildChange('deleteBasicPrice', pricesShown, {
  refused: 'shownByCaller',
})

const sharedShown = ['getSharedDrone', 'listLeases', 'getLease'] as const

export const useTakeOver = buildChange('takeSharedDrone', sharedShown)
export const useGiveBack = buildChange('giveBackSharedDrone', sharedShown)

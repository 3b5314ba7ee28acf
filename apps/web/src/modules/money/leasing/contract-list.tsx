import type { LeaseContract } from '@swath/contract/money/lease-contracts'
import type { RentalClientDetail } from '@swath/contract/money/rental-clients'
import { FileTextOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { buildQuery } from '../../../lib/query.ts'
import { settle } from '../../../lib/use-change.ts'
import { FactSection } from '../../../ui/facts.tsx'
import { StateTag } from '../../../ui/state-tags.tsx'
import { Time } from '../../../ui/time.tsx'
import { useCreateContract } from './leasing.mutations.ts'
import { contractLabels, contractPath, contractTones } from './leasing.labels.ts'
import style from './leasing.module.css'

export const ContractState = ({ state }: Pick<LeaseContract, 'state'>) => {
  const { t } = useTranslation('leasing')
  return <StateTag tone={contractTones[state]}>{t(contractLabels[state])}</StateTag>
}

/** Contracts, newest first, with links to the documents. */
export const ContractLines = ({ contracts }: { contracts: readonly LeaseContract[] }) => {
  const { t } = useTranslation('leasing')
  return (
    <ul className={style.lines}>
      {contracts.map((contract) => (
        <li key={contract.contractId}>
          <Link to={contractPath(contract.contractId)}>
            {contract.can.sign ? t('contractToSign') : t('contract')}
          </Link>
          <ContractState state={contract.state} />
          <span className="unit">
            {contract.lessorAccountName} · <Time time={contract.createdAt} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The contracts of one client; a new one uses the client's prices. */
export const ClientContracts = ({ client }: { client: RentalClientDetail }) => {
  const { t } = useTranslation('leasing')
  const { clientId } = client
  const asked = useQuery(buildQuery('listLeaseContracts', { query: { clientId } }))
  const create = useCreateContract()
  const navigate = useNavigate()
  const waits = asked.data?.items.some(({ state }) => state !== 'signed' && state !== 'withdrawn')
  const drawUp = async (): Promise<void> => {
    const { contractId } = await create.mutateAsync({ clientId })
    await navigate(contractPath(contractId))
  }
  return (
    <FactSection title={t('contracts')}>
      {asked.data === undefined ? (
        <Skeleton active title={false} paragraph={{ rows: 2 }} />
      ) : asked.data.items.length === 0 ? (
        <p className="muted mb-8">
          {t(client.status === 2 ? 'contractsNone' : 'contractsAfterActivation')}
        </p>
      ) : (
        <ContractLines contracts={asked.data.items} />
      )}
      {client.can.lend && waits === false && (
        <Button
          icon={<FileTextOutlined aria-hidden />}
          loading={create.isPending}
          onClick={() => void settle(drawUp())}
        >
          {t('drawUp')}
        </Button>
      )}
    </FactSection>
  )
}

import {
  ContractSignature,
  type LeaseContractDocument,
} from '@swath/contract/money/lease-contracts'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { showError, showSuccess } from '../../../lib/errors.ts'
import { buildQuery } from '../../../lib/query.ts'
import { useUser } from '../../../lib/session.ts'
import { settle } from '../../../lib/use-change.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { useDeletion } from '../../../ui/deletion.tsx'
import { Failure } from '../../../ui/empty.tsx'
import { Fact, FactGroup, TimeFact } from '../../../ui/facts.tsx'
import { FormField } from '../../../ui/form-checks.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { useOwnScreens } from '../../../ui/own-screens.ts'
import { PrintButton } from '../../../ui/paper/print-screen.tsx'
import { Time } from '../../../ui/time.tsx'
import { ContractState } from './contract-list.tsx'
import { clientPath } from './leasing.labels.ts'
import { useSendSignatureCode, useSignContract, useWithdrawContract } from './leasing.mutations.ts'
import style from './leasing.module.css'

const Signature = ({ of }: { of: LeaseContractDocument['lessorSignature'] }) => {
  const { t } = useTranslation('leasing')
  return of === null ? (
    t('notSigned')
  ) : (
    <>
      {of.userName} · <Time time={of.at} />
    </>
  )
}

type Props = { contract: LeaseContractDocument; onClose: () => void; sentTo: string }

const SignForm = ({ contract, onClose, sentTo }: Props) => {
  const { t } = useTranslation('leasing')
  const sign = useSignContract()
  const { contractId, version } = contract
  return (
    <FormDrawer
      dialog={420}
      onClose={onClose}
      title={t('sign')}
      submitLabel={t('sign')}
      schema={ContractSignature}
      initial={{ version }}
      messages={{ verifyCode: t('signCodeWrong') }}
      onSubmit={async (body) => {
        await sign.mutateAsync({ contractId, ...body })
        showSuccess(t('signed'))
      }}
    >
      <p className="muted mb-8">{t('signHint', { to: sentTo })}</p>
      <FormField name="verifyCode" label={t('signCode')}>
        <Input inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
      </FormField>
    </FormDrawer>
  )
}

const Actions = ({ contract }: { contract: LeaseContractDocument }) => {
  const { t } = useTranslation('leasing')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const send = useSendSignatureCode()
  const withdraw = useWithdrawContract()
  const ask = useDeletion()
  const { contractId, version } = contract
  return (
    <div className={`flex wrap gap-8-16 items-center ${style.actions}`}>
      {contract.can.sign && (
        <Button
          type="primary"
          loading={send.isPending}
          onClick={() =>
            void settle(send.mutateAsync({ contractId }).then((answer) => setSentTo(answer.sentTo)))
          }
        >
          {t('signNow')}
        </Button>
      )}
      <PrintButton isPrimary={!contract.can.sign} />
      {contract.can.withdraw && (
        <Button
          danger
          onClick={() =>
            ask({
              title: t('withdrawAsk', { name: contract.clientName }),
              text: t('withdrawEffect'),
              verb: t('withdraw'),
              run: () => withdraw.mutateAsync({ contractId, version }),
              done: t('withdrawn'),
            })
          }
        >
          {t('withdraw')}
        </Button>
      )}
      {sentTo !== null && contract.can.sign && (
        <SignForm contract={contract} sentTo={sentTo} onClose={() => setSentTo(null)} />
      )}
    </div>
  )
}

const hashOf = async (text: string): Promise<string> =>
  [...new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')

/** Computes the hash in the browser, so that no one has to trust the server. */
const HashFact = ({ contract }: { contract: LeaseContractDocument }) => {
  const { t } = useTranslation('leasing')
  const [isSame, setSame] = useState<boolean | null>(null)
  const check = (): void =>
    void hashOf(contract.document).then(
      (hash) => setSame(hash === contract.documentHash),
      showError,
    )
  return (
    <Fact label={t('documentHash')} hint={t('documentHashHint')}>
      <code className="break-anywhere">{contract.documentHash}</code>{' '}
      {isSame === null ? (
        <Button size="small" className={style.noPrint} onClick={check}>
          {t('checkHash')}
        </Button>
      ) : (
        <strong role="status">{t(isSame ? 'hashSame' : 'hashOther')}</strong>
      )}
    </Fact>
  )
}

/** The name of the other party to the contract. */
const useOtherSide = (contract: LeaseContractDocument | undefined): string | undefined => {
  const { accountName } = useUser()
  return contract?.tenantAccountName === accountName
    ? contract.lessorAccountName
    : contract?.clientName
}

/** For the lessor to the client, for the tenant to the own rentals. */
const BackToParty = ({ contract }: { contract: LeaseContractDocument | undefined }) => {
  const { t } = useTranslation('leasing')
  const { findPath } = useOwnScreens()
  const rentals = findPath('operator-data-stat')
  if (contract && findPath('client-list'))
    return <BackLink to={clientPath(contract.clientId)}>{t('backToClient')}</BackLink>
  return rentals ? <BackLink to={rentals}>{t('app:operatorDataStat')}</BackLink> : null
}

/** The stored contract, with both signatures. */
export const ContractScreen = () => {
  const { t } = useTranslation('leasing')
  const { contractId = '' } = useParams()
  const asked = useQuery(buildQuery('getLeaseContract', { params: { contractId } }))
  const contract = asked.data
  const name = useOtherSide(contract)
  if (asked.isError && !contract)
    return <Failure error={asked.error} onRetry={() => void asked.refetch()} />
  return (
    <section className={style.page}>
      <div className={`grid cols-1 gap-16 ${style.column}`}>
        <div className={style.noPrint}>
          <BackToParty contract={contract} />
        </div>
        <div className="flex wrap gap-8-16 items-center justify-between">
          <div className="flex wrap gap-8 items-center">
            <h1 className="page-title">
              {name === undefined ? t('contract') : t('contractWith', { name })}
            </h1>
            {contract && <ContractState state={contract.state} />}
          </div>
          {contract && <Actions contract={contract} />}
        </div>
        {contract === undefined ? (
          <Skeleton active paragraph={{ rows: 12 }} />
        ) : (
          <div className={`card grid gap-24 ${style.paper}`}>
            <article className="pre-wrap break-anywhere" aria-label={t('contract')}>
              {contract.document}
            </article>
            <div className={style.signatures}>
              <FactGroup title={t('signatures')}>
                <Fact label={`${t('lessor')} · ${contract.lessorAccountName}`}>
                  <Signature of={contract.lessorSignature} />
                </Fact>
                <Fact label={`${t('tenant')} · ${contract.tenantAccountName ?? ''}`}>
                  <Signature of={contract.tenantSignature} />
                </Fact>
                {contract.withdrawnAt && (
                  <TimeFact label={t('contractWithdrawn')} time={contract.withdrawnAt} />
                )}
                <HashFact contract={contract} />
              </FactGroup>
            </div>
          </div>
        )}
      </div>
    </section>
  )
}

import { leaseList, type Lease } from '@swath/contract/money/leases'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatCount } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { useDeletion } from '../../../ui/deletion.tsx'
import { DetailOf } from '../../../ui/detail-of.tsx'
import { AreaFact, Fact, FactGroup, Facts, FactSection, TimeFact } from '../../../ui/facts.tsx'
import { Hours } from '../../../ui/hours.tsx'
import { useOwnScreens } from '../../../ui/own-screens.ts'
import { QrCode } from '../../../ui/qr-code.tsx'
import { StateTag } from '../../../ui/state-tags.tsx'
import { Time } from '../../../ui/time.tsx'
import { ReturnLease } from './lease-forms.tsx'
import { useCancelLease } from './leasing.mutations.ts'
import { clientPath, contractPath, leaseTones, sharedDronePath } from './leasing.labels.ts'
import { HourPrice, MuPrice } from './price-fields.tsx'
import style from './leasing.module.css'

type LeaseDetail = Lease & {
  uses: { clientName: string; userName: string; from: string; until: string | null }[]
}

export const LeaseState = ({ state }: Pick<Lease, 'state'>) => {
  const { t } = useTranslation('leasing')
  return <StateTag tone={leaseTones[state]}>{t(leaseList.columns.state.labels[state])}</StateTag>
}

/** The code to attach to a shared drone. */
const ShareCode = ({ lease, token }: { lease: LeaseDetail; token: string }) => {
  const { t } = useTranslation('leasing')
  const link = `${window.location.origin}${sharedDronePath(token)}`
  return (
    <FactSection title={t('shareCode')}>
      <div className="grid gap-12 justify-items-center text-center">
        <QrCode text={link} label={t('shareCodeOf', { name: lease.droneName })} size={220} />
        <p className="muted mb-8">{t('shareCodeHint')}</p>
        <a href={link} className="break-anywhere">
          {link}
        </a>
      </div>
    </FactSection>
  )
}

const Uses = ({ uses }: Pick<LeaseDetail, 'uses'>) => {
  const { t } = useTranslation('leasing')
  return (
    <FactSection title={t('uses')}>
      {uses.length === 0 && <p className="muted mb-8">{t('usesNone')}</p>}
      <ul className={style.lines}>
        {uses.map((use) => (
          <li key={use.from}>
            <strong>{use.clientName}</strong>
            <span className="unit">
              {use.userName} · <Time time={use.from} /> –{' '}
              {use.until === null ? t('usesNow') : <Time time={use.until} />}
            </span>
          </li>
        ))}
      </ul>
    </FactSection>
  )
}

const Actions = ({ lease, onReturn }: { lease: LeaseDetail; onReturn: () => void }) => {
  const { t } = useTranslation('leasing')
  const cancel = useCancelLease()
  const ask = useDeletion()
  return (
    <div className={`flex wrap gap-8-16 items-center ${style.actions}`}>
      <LeaseState state={lease.state} />
      {lease.can.return && (
        <Button type="primary" onClick={onReturn}>
          {t('returnDrone')}
        </Button>
      )}
      {lease.can.cancel && (
        <Button
          danger
          onClick={() =>
            ask({
              title: t('cancelAsk', { name: lease.droneName }),
              text: t('cancelEffect'),
              verb: t('cancelLease'),
              run: () => cancel.mutateAsync({ id: lease.leaseId, version: lease.version }),
              done: t('cancelled', { name: lease.droneName }),
            })
          }
        >
          {t('cancelLease')}
        </Button>
      )}
    </div>
  )
}

const DroneFact = ({ lease }: { lease: LeaseDetail }) => {
  const drones = useOwnScreens().findPath('drone-list')
  return drones ? (
    <Link to={`${drones}/${encodeURIComponent(lease.droneId)}`}>{lease.droneName}</Link>
  ) : (
    lease.droneName
  )
}

const LeaseFacts = ({ lease }: { lease: LeaseDetail }) => {
  const { t } = useTranslation('leasing')
  const { columns } = leaseList
  const clients = useOwnScreens().findPath('client-list')
  return (
    <Facts>
      <Fact label={t('terms:drone')}>
        <DroneFact lease={lease} /> ({lease.droneId}, {lease.modelName})
      </Fact>
      <Fact label={t('lessor')}>{lease.lessorAccountName}</Fact>
      <Fact label={t('client')}>
        {lease.clientId === null ? (
          (lease.usedByName ?? t('sharedFree'))
        ) : clients ? (
          <Link to={clientPath(lease.clientId)}>{lease.clientName}</Link>
        ) : (
          lease.clientName
        )}
      </Fact>
      <Fact label={t('rentalModel')}>{t(columns.rentalModel.labels[lease.rentalModel])}</Fact>
      <Fact label={t('chargeBy')}>
        {t(columns.chargeBy.labels[lease.chargeBy])} ·{' '}
        {lease.chargeBy === 'mu' ? (
          <>
            <MuPrice priced={lease} /> {t('perMu')}
          </>
        ) : (
          <>
            <HourPrice priced={lease} /> {t('perHour')}
          </>
        )}
      </Fact>
      <Fact label={t('contract')}>
        {lease.contractId ? (
          <Link to={contractPath(lease.contractId)}>{t('contractSigned')}</Link>
        ) : (
          t('contractNone')
        )}
      </Fact>
      <Fact label={t('startsAt')}>
        <Time time={lease.startsAt} /> · {lease.createdBy}
      </Fact>
      <TimeFact label={t('endedAt')} time={lease.endedAt} />
      {lease.note !== '' && <Fact label={t('note')}>{lease.note}</Fact>}
    </Facts>
  )
}

const Content = ({ lease }: { lease: LeaseDetail }) => {
  const { t } = useTranslation('leasing')
  const [isReturning, setReturning] = useState(false)
  return (
    <div className="grid cols-1 gap-20">
      <Actions lease={lease} onReturn={() => setReturning(true)} />
      <LeaseFacts lease={lease} />
      <FactGroup title={t('flown')}>
        <Fact label={t('terms:sorties')}>{formatCount(lease.sortieCount)}</Fact>
        <AreaFact label={t('terms:coveredArea')} mu={lease.coveredArea} />
        <Fact label={t('terms:flightTime')}>
          <Hours durationS={lease.flightTime} />
        </Fact>
      </FactGroup>
      {lease.shareToken !== null && lease.state === 'open' && (
        <ShareCode lease={lease} token={lease.shareToken} />
      )}
      {lease.rentalModel === 5 && <Uses uses={lease.uses} />}
      {isReturning && <ReturnLease lease={lease} onClose={() => setReturning(false)} />}
    </div>
  )
}

/** One lease: the drone, the client, the price, and the flights. */
export const LeaseView = ({ leaseId }: Pick<Lease, 'leaseId'>) => {
  const detail = useQuery(buildQuery('getLease', { params: { leaseId } }))
  return (
    <DetailOf<LeaseDetail> row={undefined} asked={detail}>
      {(lease) => <Content lease={lease} />}
    </DetailOf>
  )
}

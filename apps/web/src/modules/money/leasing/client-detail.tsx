import type { RentalClientDetail } from '@swath/contract/money/rental-clients'
import { rentalClientList } from '@swath/contract/money/rental-clients'
import { EditOutlined, QrcodeOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatCount, formatMoney } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { settle } from '../../../lib/use-change.ts'
import { DetailOf } from '../../../ui/detail-of.tsx'
import { AreaFact, Fact, FactGroup, FactSection, TimeFact } from '../../../ui/facts.tsx'
import { Hours } from '../../../ui/hours.tsx'
import { StateTag } from '../../../ui/state-tags.tsx'
import { Time } from '../../../ui/time.tsx'
import { EditClient, EditPrice } from './client-forms.tsx'
import { ClientContracts } from './contract-list.tsx'
import { clientChartPath, clientTones } from './leasing.labels.ts'
import { ClientMoney } from './client-money.tsx'
import { HourPrice, MuPrice } from './price-fields.tsx'
import { useActivationCode } from './use-activation-code.tsx'
import style from './leasing.module.css'

const { labels } = rentalClientList.columns.status

export const ClientState = ({ status }: Pick<RentalClientDetail, 'status'>) => {
  const { t } = useTranslation('leasing')
  return <StateTag tone={clientTones[status]}>{t(labels[status])}</StateTag>
}

const Activation = ({ client }: { client: RentalClientDetail }) => {
  const { t } = useTranslation('leasing')
  const code = useActivationCode()
  if (!client.can.activate) return null
  return (
    <FactSection title={t('activation')}>
      <p className="muted mb-8">
        {t(client.status === 0 ? 'activationDebugging' : 'activationWaits')}
        {client.codeValidUntil && (
          <>
            {' '}
            {t('codeUntil')} <Time time={client.codeValidUntil} />
          </>
        )}
      </p>
      <Button
        type={client.status === 0 ? 'primary' : 'default'}
        icon={<QrcodeOutlined aria-hidden />}
        loading={code.isPending}
        onClick={() => void settle(code.show(client))}
      >
        {t(client.status === 0 ? 'issueCode' : 'issueCodeAgain')}
      </Button>
    </FactSection>
  )
}

const Prices = ({ client, onEdit }: { client: RentalClientDetail; onEdit: () => void }) => {
  const { t } = useTranslation('leasing')
  return (
    <FactSection title={t('prices')}>
      <ol className={style.history}>
        {client.priceHistory.map((price, i) => (
          <li key={price.from}>
            <strong>
              <MuPrice priced={price} /> {t('perMu')} · <HourPrice priced={price} /> {t('perHour')}
            </strong>
            <span className="unit">
              {t(i === 0 ? 'priceSince' : 'priceFrom')} <Time time={price.from} /> ·{' '}
              {price.userName}
            </span>
          </li>
        ))}
      </ol>
      {client.can.update && (
        <Button icon={<EditOutlined aria-hidden />} onClick={onEdit}>
          {t('changePrice')}
        </Button>
      )}
    </FactSection>
  )
}

const Content = ({ client }: { client: RentalClientDetail }) => {
  const { t } = useTranslation('leasing')
  const [form, setForm] = useState<'edit' | 'price' | null>(null)
  const forms = { client, onClose: () => setForm(null) }
  const money = (amountMinor: number): string =>
    formatMoney({ amountMinor, currency: client.currency })
  return (
    <div className="grid cols-1 gap-20">
      <div className={`flex wrap gap-8-16 items-center ${style.actions}`}>
        <ClientState status={client.status} />
        {client.can.update && (
          <Button icon={<EditOutlined aria-hidden />} onClick={() => setForm('edit')}>
            {t('terms:edit')}
          </Button>
        )}
        <Link to={clientChartPath(client.clientId)}>{t('chart')}</Link>
        <Link
          to={`/leasing_business/lease-list?${new URLSearchParams({ clientName: client.clientName }).toString()}`}
        >
          {t('itsLeases')}
        </Link>
      </div>
      <Activation client={client} />
      <FactGroup title={t('balance')}>
        {client.balances.map((balance) => (
          <Fact key={balance.currency} label={balance.currency}>
            <ClientMoney balance={balance} />
          </Fact>
        ))}
      </FactGroup>
      <FactGroup title={t('contactGroup')}>
        <Fact label={t('contact')}>{client.contactName}</Fact>
        <Fact label={t('terms:phone')}>{client.contactPhone}</Fact>
        <Fact label={t('tenantAccount')}>{client.tenantAccountName}</Fact>
        {client.activatedAt && <TimeFact label={t('activatedAt')} time={client.activatedAt} />}
        <Fact label={t('note')}>{client.note}</Fact>
      </FactGroup>
      <Prices client={client} onEdit={() => setForm('price')} />
      <ClientContracts client={client} />
      <FactGroup title={t('balanceRules')}>
        <Fact label={t('warnBelow')}>
          {client.warnBelow === null ? t('warnBelowZero') : money(client.warnBelow)}
        </Fact>
        <Fact label={t('locksWhenEmpty')}>
          {t(client.locksWhenEmpty ? 'terms:yes' : 'terms:no')}
        </Fact>
        {client.locksWhenEmpty && <Fact label={t('grace')}>{money(client.grace)}</Fact>}
      </FactGroup>
      <FactGroup title={t('flown')}>
        <Fact label={t('lentNow')}>{formatCount(client.leaseNum)}</Fact>
        <Fact label={t('terms:sorties')}>{formatCount(client.sortieCount)}</Fact>
        <AreaFact label={t('terms:coveredArea')} mu={client.coveredArea} />
        <Fact label={t('terms:flightTime')}>
          <Hours durationS={client.flightTime} />
        </Fact>
      </FactGroup>
      {form === 'edit' && <EditClient {...forms} />}
      {form === 'price' && <EditPrice {...forms} />}
    </div>
  )
}

/** One client: data, prices, contracts. */
export const ClientView = ({ clientId }: { clientId: string }) => {
  const detail = useQuery(buildQuery('getRentalClient', { params: { clientId } }))
  return (
    <DetailOf<RentalClientDetail> row={undefined} asked={detail}>
      {(client) => <Content client={client} />}
    </DetailOf>
  )
}

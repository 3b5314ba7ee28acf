import {
  leaseWorkList,
  Waiver,
  type LeaseWorkRecord,
} from '@swath/contract/money/lease-work-records'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { showSuccess } from '../../../lib/errors.ts'
import {
  formatArea,
  formatCount,
  formatDuration,
  formatHours,
  formatMoney,
  formatTime,
} from '../../../lib/format.ts'
import { ChargedArea } from '../../../ui/area.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Fact, Facts, TimeFact } from '../../../ui/facts.tsx'
import { FormField } from '../../../ui/form-checks.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { StateTag, type Tone } from '../../../ui/state-tags.tsx'
import { UnitPrice } from './charged.tsx'
import { FlightLink } from './bill-detail.tsx'
import { billPath, useOtherSide, useSideFilter } from './bill-tabs.tsx'
import { useChargeWork, useWaiveWork } from './lease-billing.mutations.ts'

const tones = {
  charged: 'good',
  waived: 'waiting',
  taken_back: undefined,
} as const satisfies Record<LeaseWorkRecord['state'], Tone | undefined>
const WorkState = ({ state }: Pick<LeaseWorkRecord, 'state'>) => {
  const { t } = useTranslation('lease-billing')
  return <StateTag tone={tones[state]}>{t(leaseWorkList.columns.state.labels[state])}</StateTag>
}

type Props = { record: LeaseWorkRecord }

const WaiveForm = ({ record, onClose }: Props & { onClose: () => void }) => {
  const { t } = useTranslation('lease-billing')
  const waive = useWaiveWork()
  const { droneId, sortieId, version } = record
  return (
    <FormDrawer
      dialog={480}
      onClose={onClose}
      title={t('waive')}
      submitLabel={t('waive')}
      schema={Waiver}
      initial={{ droneId, sortieId, version }}
      onSubmit={(body) => waive.mutateAsync(body)}
    >
      <FormField name="reason" label={t('reason')} extra={t('waiveHint')}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={500} />
      </FormField>
    </FormDrawer>
  )
}

const ChargeAgain = ({ record }: Props) => {
  const { t } = useTranslation('lease-billing')
  const charge = useChargeWork()
  const ask = useConfirm()
  const { droneId, sortieId, version } = record
  return (
    <Button
      onClick={() =>
        ask({
          title: t('askChargeAgain'),
          text: t('chargeAgainEffect'),
          verb: t('chargeAgain'),
          danger: false,
          run: async () => {
            await charge.mutateAsync({ droneId, sortieId, version })
            showSuccess(t('chargedAgain'))
          },
        })
      }
    >
      {t('chargeAgain')}
    </Button>
  )
}

const RecordView = ({ record }: Props) => {
  const { t } = useTranslation('lease-billing')
  const [isWaiving, setWaiving] = useState(false)
  const bills = new URLSearchParams({ kind: 'sortie', droneId: record.droneId })
  return (
    <div className="grid gap-20">
      <div className="flex wrap gap-8">
        <FlightLink droneId={record.droneId} sortieId={record.sortieId} />
        <Link to={`${billPath}?${bills.toString()}`}>{t('openBill')}</Link>
      </div>
      <Facts>
        <Fact label={t('charged')}>{formatMoney(record.amount)}</Fact>
        <Fact label={t('terms:state')}>
          <WorkState state={record.state} />
        </Fact>
        {record.waivedReason && <Fact label={t('waivedWhy')}>{record.waivedReason}</Fact>}
        <Fact label={t('client')}>{record.clientName}</Fact>
        <Fact label={t('lessor')}>{record.lessorAccountName}</Fact>
        <Fact label={t('terms:drone')}>
          {record.droneName} <span className="unit">{record.droneId}</span>
        </Fact>
        <TimeFact label={t('startTime')} time={record.startTime} seconds />
        <TimeFact label={t('endTime')} time={record.endTime} seconds />
        <Fact label={t('terms:coveredArea')}>
          <ChargedArea mu={record.coveredArea} />
        </Fact>
        <Fact label={t('terms:flightTime')}>{formatDuration(record.flightTime)}</Fact>
        <Fact label={t('chargeBy')}>{t(record.chargeBy === 'mu' ? 'perMu' : 'perHour')}</Fact>
        <Fact label={t('unitPrice')}>
          <UnitPrice of={record} />
        </Fact>
        <Fact label={t('corrections')}>{formatCount(record.corrections)}</Fact>
      </Facts>
      <div className="flex wrap gap-8">
        {record.can.waive && <Button onClick={() => setWaiving(true)}>{t('waive')}</Button>}
        {record.can.charge && <ChargeAgain record={record} />}
      </div>
      {isWaiving && <WaiveForm record={record} onClose={() => setWaiving(false)} />}
    </div>
  )
}

/** Flights on leases, and their charges. */
export const WorkRecordScreen = () => {
  const { t } = useTranslation('lease-billing')
  const side = useSideFilter()
  const otherSide = useOtherSide()
  return (
    <ListScreen
      list={leaseWorkList}
      title={t('app:workRecord')}
      shown={[
        'startTime',
        'droneName',
        otherSide,
        'coveredArea',
        'flightTime',
        'unitPrice',
        'amount',
        'state',
      ]}
      cellRenderers={{
        unitPrice: { render: (record) => <UnitPrice of={record} /> },
        state: { render: ({ state }) => <WorkState state={state} /> },
      }}
      filters={[
        ...side,
        'state',
        'clientName',
        'droneName',
        'droneId',
        { from: 'from', to: 'until', label: t('startTime') },
      ]}
      stats={({ stats }) => [
        { label: t('terms:sorties'), value: formatCount(stats.sortieCount) },
        {
          label: t('terms:coveredArea'),
          value: formatArea(stats.coveredArea, 'mu', 1),
          unit: t('terms:mu'),
        },
        { label: t('terms:flightTime'), ...formatHours(stats.flightTime) },
        ...stats.amounts.map((money) => ({ label: t('charged'), value: formatMoney(money) })),
      ]}
      rows={{
        detail: {
          title: (_id, row) => (row ? formatTime(row.startTime) : t('workRecord')),
          render: (_id, row) =>
            row ? <RecordView record={row} /> : <Empty title={t('worksNone')} />,
        },
      }}
      empty={{ title: t('worksNone'), reason: t('worksNoneReason') }}
    />
  )
}

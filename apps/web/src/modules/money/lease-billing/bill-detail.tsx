import { billKindLabels } from '@swath/contract/money/lease-bill-fields'
import type { BillLine } from '@swath/contract/money/lease-bills'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatDuration } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { ChargedArea } from '../../../ui/area.tsx'
import { DetailOf } from '../../../ui/detail-of.tsx'
import { Fact, FactGroup, Facts, FactSection, TimeFact } from '../../../ui/facts.tsx'
import { useOwnScreens } from '../../../ui/own-screens.ts'
import { StateTag } from '../../../ui/state-tags.tsx'
import { Time } from '../../../ui/time.tsx'
import { Amount, statementPath } from './bill-tabs.tsx'
import { UnitPrice } from './charged.tsx'
import style from './lease-billing.module.css'

type Props = { line: Pick<BillLine, 'isCounterEntry' | 'isTakenBack'> }

/** Marks a line that reverses another, or was reversed itself. */
export const CorrectionTag = ({ line }: Props) => {
  const { t } = useTranslation('lease-billing')
  if (line.isCounterEntry) return <StateTag tone="waiting">{t('counterEntry')}</StateTag>
  return line.isTakenBack ? <StateTag>{t('takenBackLine')}</StateTag> : null
}

/** Link to the flight, with its track and its raw messages. */
export const FlightLink = ({ droneId, sortieId }: { droneId: string; sortieId: string }) => {
  const { t } = useTranslation('lease-billing')
  const drones = useOwnScreens().findPath('drone-list')
  if (drones === undefined) return null
  return (
    <Link
      to={`${drones}/${encodeURIComponent(droneId)}/history?tracks=${sortieId}&sortie=${sortieId}`}
    >
      {t('toFlight')}
    </Link>
  )
}

const Computed = ({ line }: { line: BillLine }) => {
  const { t } = useTranslation('lease-billing')
  if (line.unitPrice === null) return null
  return (
    <FactGroup title={t('computed')}>
      <Fact label={t('terms:drone')}>
        {line.droneName} <span className="unit">{line.droneId}</span>
      </Fact>
      <Fact label={t('terms:coveredArea')}>
        <ChargedArea mu={line.coveredArea} />
      </Fact>
      <Fact label={t('terms:flightTime')}>{formatDuration(line.flightTime)}</Fact>
      <Fact label={t('chargeBy')}>
        {line.chargeBy && t(line.chargeBy === 'mu' ? 'perMu' : 'perHour')}
      </Fact>
      <Fact label={t('unitPrice')}>
        <UnitPrice of={line} />
      </Fact>
    </FactGroup>
  )
}

const SameCause = ({ lineId }: Pick<BillLine, 'lineId'>) => {
  const { t } = useTranslation('lease-billing')
  const detail = useQuery(buildQuery('getLeaseBill', { params: { lineId } }))
  const lines = detail.data?.sameCause ?? []
  if (lines.length < 2) return null
  return (
    <FactSection title={t('sameCause')}>
      <ul className={`list-plain ${style.lines}`}>
        {lines.map((line) => (
          <li key={line.lineId}>
            <span>
              <Time time={line.postedAt} /> <CorrectionTag line={line} />
            </span>
            <strong className="tabular">
              <Amount money={line.amount} />
            </strong>
          </li>
        ))}
      </ul>
    </FactSection>
  )
}

const Content = ({ line }: { line: BillLine }) => {
  const { t } = useTranslation('lease-billing')
  return (
    <div className="grid gap-20">
      <div className="flex wrap gap-8">
        {line.droneId && line.sortieId && (
          <FlightLink droneId={line.droneId} sortieId={line.sortieId} />
        )}
        <Link to={statementPath(line.clientId, line.month)}>{t('statement')}</Link>
      </div>
      <Facts>
        <Fact label={t('amount')}>
          <Amount money={line.amount} />
        </Fact>
        <Fact label={t('kind')}>
          {t(billKindLabels[line.kind])} <CorrectionTag line={line} />
        </Fact>
        <TimeFact label={t('at')} time={line.at} />
        <Fact label={t('client')}>{line.clientName}</Fact>
        <Fact label={t('lessor')}>{line.lessorAccountName}</Fact>
        <Fact label={t('account')}>{t(line.account)}</Fact>
        <Fact label={t('month')}>{line.month}</Fact>
        <Fact label={t('note')}>{line.note}</Fact>
        <Fact label={t('byName')}>{line.byName ?? t('byProgram')}</Fact>
        <TimeFact label={t('postedAt')} time={line.postedAt} />
      </Facts>
      <Computed line={line} />
      <SameCause lineId={line.lineId} />
    </div>
  )
}

/** A line, its calculation, and further lines with the same cause. */
export const BillView = ({ lineId, row }: { lineId: string; row: BillLine | undefined }) => {
  const detail = useQuery({
    ...buildQuery('getLeaseBill', { params: { lineId } }),
    enabled: row === undefined,
  })
  return (
    <DetailOf<BillLine> row={row} asked={detail}>
      {(line) => <Content line={line} />}
    </DetailOf>
  )
}

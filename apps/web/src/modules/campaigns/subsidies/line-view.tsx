// One line with its calculation: the flights, the rate, and the deductions with their reasons.
import type { SubsidyLineDetail } from '@swath/contract/campaigns/subsidies'
import { SubsidyFlightRuled, SubsidyObjected } from '@swath/contract/campaigns/subsidies'
import type { SubsidyFlight, SubsidyLine } from '@swath/contract/campaigns/subsidy-rows'
import { useQuery } from '@tanstack/react-query'
import { Button, Radio } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useAreaUnit } from '../../../lib/area-unit.ts'
import { showSuccess } from '../../../lib/errors.ts'
import { formatRatio } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { Area, AreaPrice } from '../../../ui/area.tsx'
import { DetailOf } from '../../../ui/detail-of.tsx'
import { AreaFact, Fact, Facts, FactSection } from '../../../ui/facts.tsx'
import { FormField } from '../../../ui/form-checks.tsx'
import { useOwnScreens } from '../../../ui/own-screens.ts'
import { StateTag } from '../../../ui/state-tags.tsx'
import { StepForm } from '../../../ui/step-form.tsx'
import { Time } from '../../../ui/time.tsx'
import { Money } from './money.tsx'
import { ObjectionItem } from './objection-item.tsx'
import { useRateName } from './rule-content.tsx'
import { cutLabels, lineStateLabels, lineTones } from './subsidy.labels.ts'
import { useObject, useRuleFlight } from './subsidies.mutations.ts'
import { useSubsidyTracks } from './subsidy-map.tsx'
import style from './subsidies.module.css'

type Shown = { line: SubsidyLineDetail }

/** Area times rate, minus deductions. */
const Bill = ({ line }: Shown) => {
  const { t } = useTranslation('subsidies')
  const nameRate = useRateName()
  const unit = useAreaUnit()
  const { currency } = line
  return (
    <dl className={`grid gap-4 m-0 ${style.bill}`}>
      <div>
        <dt>
          <Area mu={line.groundArea} /> × <AreaPrice rate={line.rate} />
          <p className="m-0 muted">
            {nameRate(line)} · {t('ruleVersion', { number: line.ruleNumber })}
            {line.rate.per !== unit && (
              <>
                {' · '}
                <AreaPrice rate={line.rate} per={line.rate.per} />
              </>
            )}
          </p>
        </dt>
        <dd>
          <Money minor={line.grossMinor} currency={currency} />
        </dd>
      </div>
      {line.cuts.map(({ why, amountMinor }) => (
        <div key={why}>
          <dt>
            {t(cutLabels[why], {
              share: formatRatio(line.coveredRatio),
              least: formatRatio(line.leastCoveredRatio, 0),
            })}
          </dt>
          <dd>
            <Money minor={-amountMinor} currency={currency} />
          </dd>
        </div>
      ))}
      <div data-total>
        <dt>{t('amount')}</dt>
        <dd>
          <Money minor={line.amountMinor} currency={currency} />
        </dd>
      </div>
    </dl>
  )
}

const LineFacts = ({ line }: Shown) => {
  const { t } = useTranslation('subsidies')
  return (
    <Facts>
      <Fact
        label={t('terms:state')}
        hint={line.state === 'stopped' ? t('lineStoppedHint') : undefined}
      >
        <StateTag tone={lineTones[line.state]}>{t(lineStateLabels[line.state])}</StateTag>
      </Fact>
      <Fact label={t('payee')}>{line.yyAccountName}</Fact>
      <Fact label={t('terms:plot')}>
        {line.blockName} · <Area mu={line.area} />
      </Fact>
      <Fact label={t('owner')}>{line.accountName}</Fact>
      <Fact label={t('season')}>
        {line.season} {line.year}
      </Fact>
      <Fact label={t('coveredRatio')} hint={t('groundHint')}>
        {formatRatio(line.coveredRatio)}
      </Fact>
      {line.unprovenArea > 0 && (
        <AreaFact label={t('unproven')} hint={t('unprovenHint')} mu={line.unprovenArea} />
      )}
      <Fact label={t('terms:region')}>{line.region.join(' / ')}</Fact>
    </Facts>
  )
}

type Ruled = Pick<SubsidyFlight, 'droneId' | 'droneName' | 'sortieId' | 'ruling' | 'rulingText'>

type RuleFlightFormProps = { subsidyId: string; flight: Ruled | null; onClose: () => void }

/** Decides that a flight does not count, or counts after all. */
export const RuleFlightForm = ({ subsidyId, flight, onClose }: RuleFlightFormProps) => {
  const { t } = useTranslation('subsidies')
  const rule = useRuleFlight()
  if (!flight) return null
  const { droneId, sortieId } = flight
  return (
    <StepForm
      onClose={onClose}
      title={t('ruleFlightTitle', { name: flight.droneName })}
      submitLabel={t('decide')}
      label={t('terms:reason')}
      hint={t('correctHint')}
      schema={SubsidyFlightRuled}
      initial={{ ruling: flight.ruling, text: flight.rulingText }}
      onSubmit={(body) => rule.mutateAsync({ subsidyId, droneId, sortieId, ...body })}
    >
      <FormField name="ruling" label={t('decision')}>
        <Radio.Group
          vertical
          options={[
            { value: null as never, label: t('rulingNone') },
            { value: 'exclude', label: t('rulingExclude') },
            { value: 'admit', label: t('rulingAdmit') },
          ]}
        />
      </FormField>
    </StepForm>
  )
}

type FlightLinkProps = { flight: Pick<SubsidyFlight, 'droneId' | 'sortieId' | 'droneName'> }
const FlightLink = ({ flight }: FlightLinkProps) =>
  useOwnScreens().findPath('drone-list') === undefined ? (
    <>{flight.droneName}</>
  ) : (
    <Link
      to={`/business_manage/drone-list/${encodeURIComponent(flight.droneId)}/history?tracks=${flight.sortieId}&sortie=${flight.sortieId}`}
    >
      {flight.droneName}
    </Link>
  )

type FlightItemProps = { flight: SubsidyFlight; onRule: ((flight: SubsidyFlight) => void) | null }
const FlightItem = ({ flight, onRule }: FlightItemProps) => {
  const { t } = useTranslation('subsidies')
  return (
    <li>
      <div className="flex wrap gap-4-12 items-center justify-between">
        <FlightLink flight={flight} />
        <Time time={flight.startTime} seconds />
      </div>
      <div className="flex wrap gap-4-12 items-center justify-between">
        <span>
          {t('newGround')} <Area mu={flight.groundArea} />
        </span>
        <span className="m-0 muted">
          {t('ofPlot')} <Area mu={flight.coveredArea} />
        </span>
      </div>
      {flight.stoppedBy && flight.groundArea > 0 && (
        <p className={style.warning}>
          {t(flight.stoppedBy === 'alarm' ? 'stoppedByAlarm' : 'stoppedBySuspicion')}
        </p>
      )}
      {flight.unprovenArea > 0 && (
        <p className={style.warning}>
          {t('unprovenFlight')} <Area mu={flight.unprovenArea} />
        </p>
      )}
      {!flight.isUnchanged && <p className={style.warning}>{t('flightChanged')}</p>}
      {flight.ruling && (
        <p className="m-0 muted">
          {t(flight.ruling === 'admit' ? 'rulingAdmit' : 'rulingExclude')}: {flight.rulingText}
        </p>
      )}
      <div className="flex wrap gap-4-12 items-center justify-between">
        <code className="m-0 muted" title={flight.trackHash}>
          {t('track')} {flight.trackHash.slice(0, 12)}…
        </code>
        {onRule && (
          <Button size="small" onClick={() => onRule(flight)}>
            {t('decide')}
          </Button>
        )}
      </div>
    </li>
  )
}

type ObjectFormProps = {
  line: Pick<SubsidyLine, 'lineId' | 'subsidyId' | 'blockName'>
  open: boolean
  onClose: () => void
}
const ObjectForm = ({ line, open, onClose }: ObjectFormProps) => {
  const { t } = useTranslation('subsidies')
  const object = useObject()
  return (
    <StepForm
      open={open}
      onClose={onClose}
      title={t('objectTitle', { name: line.blockName })}
      submitLabel={t('object')}
      label={t('objectWhy')}
      hint={t('objectHint')}
      schema={SubsidyObjected}
      initial={{ lineId: line.lineId, text: '' }}
      onSubmit={async (body) => {
        await object.mutateAsync({ subsidyId: line.subsidyId, ...body })
        showSuccess(t('objected'))
      }}
    />
  )
}

const Known = ({ line }: Shown) => {
  const { t } = useTranslation('subsidies')
  const [isObjecting, setObjecting] = useState(false)
  const [ruled, setRuled] = useState<SubsidyFlight | null>(null)
  const withoutTrackNum = useSubsidyTracks(line.subsidyId, line.lineId)
  return (
    <div className="grid cols-1 gap-16">
      {line.can.object && (
        <div className={style.actions}>
          <Button type="primary" onClick={() => setObjecting(true)}>
            {t('object')}
          </Button>
        </div>
      )}
      <Bill line={line} />
      <LineFacts line={line} />
      {line.objections.length > 0 && (
        <FactSection title={t('objections')}>
          <ul className={style.rows}>
            {line.objections.map((one) => (
              <ObjectionItem key={one.objectionId} objection={one} />
            ))}
          </ul>
        </FactSection>
      )}
      <FactSection title={t('flightsOfLine')}>
        {withoutTrackNum > 0 && (
          <p className="m-0 muted">{t('withoutTrack', { count: withoutTrackNum })}</p>
        )}
        <ol className={style.rows}>
          {line.flights.map((flight) => (
            <FlightItem
              key={`${flight.droneId} ${flight.sortieId}`}
              flight={flight}
              onRule={line.can.decide ? setRuled : null}
            />
          ))}
        </ol>
      </FactSection>
      <ObjectForm line={line} open={isObjecting} onClose={() => setObjecting(false)} />
      <RuleFlightForm subsidyId={line.subsidyId} flight={ruled} onClose={() => setRuled(null)} />
    </div>
  )
}

export const LineView = ({ lineId }: { lineId: string }) => {
  const asked = useQuery(buildQuery('getSubsidyLine', { params: { lineId } }))
  return (
    <DetailOf row={undefined} asked={asked}>
      {(line) => <Known line={line} />}
    </DetailOf>
  )
}

import type { GroupPlanDetail, GroupRoutePlan } from '@swath/contract/campaigns/group-plans'
import { muFromM2 } from '@swath/domain/units'
import { Alert } from 'antd'
import type { CSSProperties, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAreaUnit } from '../../../lib/area-unit.ts'
import {
  dash,
  formatArea,
  formatCount,
  formatDuration,
  formatHours,
  formatMeasure,
  formatNumber,
  formatRatio,
  formatUnit,
} from '../../../lib/format.ts'
import { Area, useAreaWord } from '../../../ui/area.tsx'
import { AreaFact, Fact, FactGroup, FactSection } from '../../../ui/facts.tsx'
import { colourOf } from './plan-on-map.tsx'
import { computeRest } from './plan-progress.ts'
import style from './group-control.module.css'

type Coverage = NonNullable<GroupRoutePlan['coverage']>

/** Share of untreated area from which a warning is shown. */
const dryShareAtMost = 0.02

/** The untreated area, and what can be done about it. */
const DryWarning = ({ coverage: { groundM2, dryM2, unreachableM2 } }: { coverage: Coverage }) => {
  const { t } = useTranslation('group-control')
  if (dryM2 <= dryShareAtMost * groundM2) return null
  const isNarrow = unreachableM2 > dryM2 / 2
  return (
    <Alert
      type="warning"
      showIcon
      title={t('dryWarning', { share: formatRatio(dryM2 / groundM2) })}
      description={t(isNarrow ? 'dryNarrow' : 'dryOpen')}
    />
  )
}

/** An area, and its share of the total. */
const PartOfGround = ({ partM2, groundM2 }: { partM2: number; groundM2: number }) => (
  <>
    <Area mu={muFromM2(partM2)} /> · <span className="unit">{formatRatio(partM2 / groundM2)}</span>
  </>
)

const CoverageFacts = ({ coverage }: { coverage: Coverage }) => {
  const { t } = useTranslation('group-control')
  const { groundM2, dryM2, unreachableM2, twiceM2, outsideM2 } = coverage
  return (
    <FactGroup title={t('coverage')}>
      <AreaFact label={t('ground')} mu={muFromM2(groundM2)} />
      <Fact label={t('dry')}>
        {coverage.dryRings.length > 0 && <span className={style.dryKey} aria-hidden />}
        <PartOfGround partM2={dryM2} groundM2={groundM2} />
      </Fact>
      <Fact label={t('dryOfNarrow')}>
        <PartOfGround partM2={unreachableM2} groundM2={groundM2} />
      </Fact>
      <Fact label={t('sprayedTwice')}>
        <PartOfGround partM2={twiceM2} groundM2={groundM2} />
      </Fact>
      <Fact label={t('sprayedOutside')}>
        <PartOfGround partM2={outsideM2} groundM2={groundM2} />
      </Fact>
    </FactGroup>
  )
}

type Sums = Pick<GroupPlanDetail, 'sprayL' | 'durationS' | 'refillNum' | 'turnNum'> & {
  sortieNum: number
}
const SumFacts = ({ sums }: { sums: Sums }) => {
  const { t } = useTranslation('group-control')
  return (
    <>
      <Fact label={t('litres')}>
        <span className="figure">
          {formatNumber(sums.sprayL, 1)} <span className="unit">{formatUnit('L')}</span>
        </span>
      </Fact>
      <Fact label={t('duration')}>
        <span className="figure">{formatDuration(sums.durationS)}</span>
      </Fact>
      <Fact label={t('flights')}>
        <span className="figure">{formatCount(sums.sortieNum)}</span>
      </Fact>
      <Fact label={t('refills')}>
        <span className="figure">{formatCount(sums.refillNum)}</span>
      </Fact>
      <Fact label={t('turns')}>
        <span className="figure">{formatCount(sums.turnNum)}</span>
      </Fact>
    </>
  )
}

/** How much is done, and what is left: area and time. */
export const PlanProgress = ({ plan }: { plan: GroupPlanDetail }) => {
  const { t } = useTranslation('group-control')
  const unit = useAreaUnit()
  const word = useAreaWord()
  const { doneShare, mu, durationS } = computeRest(plan)
  const { value, unit: timeUnit } = formatHours(durationS)
  return (
    <p className="m-0 semibold figure" role="status">
      {t('progressDone', { share: formatRatio(doneShare, 0) })}
      {mu > 0 && (
        <>
          {' · '}
          {t('progressLeft', { area: `${formatArea(mu, unit)} ${word}` })}
          {' · '}
          {value} {formatUnit(timeUnit)}
        </>
      )}
    </p>
  )
}

/** Totals of the whole plan, and of the rest once a part is done. */
export const PlanSums = ({ plan }: { plan: GroupPlanDetail }) => {
  const { t } = useTranslation('group-control')
  const { totals } = plan.route
  const isRest = plan.done.length > 0
  const rest = computeRest(plan)
  const planned = { ...plan, sortieNum: isRest ? null : totals.sortieNum }
  if (rest.doneShare === 0 && !isRest)
    return (
      <FactGroup title={t('figures')}>
        <AreaFact label={t('plannedArea')} hint={t('plannedAreaHint')} mu={plan.area} />
        <SumFacts sums={{ ...plan, sortieNum: totals.sortieNum }} />
      </FactGroup>
    )
  const rows: [label: string, planned: ReactNode, remaining: ReactNode][] = [
    [t('terms:area'), <Area key="p" mu={plan.area} />, <Area key="r" mu={rest.mu} />],
    ...(
      [
        ['litres', 'sprayL', (litres: number) => formatMeasure(litres, 'L', 1)],
        ['duration', 'durationS', formatDuration],
        ['flights', 'sortieNum', formatCount],
        ['refills', 'refillNum', formatCount],
        ['turns', 'turnNum', formatCount],
      ] as const
    ).map(([label, key, format]): [string, ReactNode, ReactNode] => [
      t(label),
      planned[key] === null ? dash : format(planned[key]),
      rest[key] === null ? dash : format(rest[key]),
    ]),
  ]
  return (
    <FactSection title={t('figures')}>
      <table className={style.doses}>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('dosePlanned')}</th>
            <th scope="col">{t('remaining')}</th>
          </tr>
        </thead>
        <tbody className="figure">
          {rows.map(([label, of, left]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{of}</td>
              <td>{left}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="m-0 mt-2 muted text-13">{t('plannedAreaHint')}</p>
    </FactSection>
  )
}

/** A line in the colours of the first drones, as on the map. */
const drawSample = (droneCount: number): string => {
  const count = Math.min(3, droneCount)
  const parts = Array.from(
    { length: count },
    (_, i) => `${colourOf(i)} ${(100 * i) / count}% ${(100 * (i + 1)) / count}%`,
  )
  return `linear-gradient(90deg, ${parts.join(', ')})`
}

/** The signs of the plan on the map. */
export const PlanLegend = ({ plan: { done, route, drones } }: { plan: GroupPlanDetail }) => {
  const { t } = useTranslation('group-control')
  const sample = { '--sample': drawSample(drones.length) } as CSSProperties
  const signs = [
    ['strip', t('legendStrip'), true],
    ['done', t('legendDone'), done.length > 0],
    ['transit', t('legendTransit'), true],
    ['dry', t('dry'), (route.coverage?.dryRings.length ?? 0) > 0],
  ] as const
  return (
    <ul className="list-plain flex wrap gap-4-12 text-13 muted" aria-label={t('legend')}>
      {signs.map(
        ([sign, label, isShown]) =>
          isShown && (
            <li key={sign} className="flex items-center">
              <span
                className={sign === 'dry' ? style.dryKey : style.lineKey}
                data-sign={sign}
                style={sign === 'strip' || sign === 'done' ? sample : undefined}
                aria-hidden
              />
              {label}
            </li>
          ),
      )}
    </ul>
  )
}

/** The coverage of a plan, with a warning if much is left untreated. */
export const PlanCoverage = ({ route: { coverage } }: { route: GroupRoutePlan }) =>
  coverage && (
    <>
      <DryWarning coverage={coverage} />
      <CoverageFacts coverage={coverage} />
    </>
  )

/** Totals of a new plan, and its coverage. */
export const PlanFigures = ({ route }: { route: GroupRoutePlan }) => {
  const { t } = useTranslation('group-control')
  const { totals, coverage } = route
  return (
    <>
      {coverage && <DryWarning coverage={coverage} />}
      <FactGroup title={t('figures')}>
        <AreaFact
          label={t('plannedArea')}
          hint={t('plannedAreaHint')}
          mu={muFromM2(totals.sweptM2)}
        />
        <SumFacts sums={totals} />
      </FactGroup>
      {coverage && <CoverageFacts coverage={coverage} />}
    </>
  )
}

import type { GroupPlanDetail, GroupRoutePlan } from '@swath/contract/campaigns/group-plans'
import { muFromM2 } from '@swath/domain/units'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import {
  formatCount,
  formatDuration,
  formatNumber,
  formatRatio,
  formatUnit,
} from '../../../lib/format.ts'
import { Area } from '../../../ui/area.tsx'
import { AreaFact, Fact, FactGroup } from '../../../ui/facts.tsx'
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
  /** Unknown of a plan whose rest was planned again. */
  sortieNum?: number
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
      {sums.sortieNum !== undefined && (
        <Fact label={t('flights')}>
          <span className="figure">{formatCount(sums.sortieNum)}</span>
        </Fact>
      )}
      <Fact label={t('refills')}>
        <span className="figure">{formatCount(sums.refillNum)}</span>
      </Fact>
      <Fact label={t('turns')}>
        <span className="figure">{formatCount(sums.turnNum)}</span>
      </Fact>
    </>
  )
}

/** Totals of the whole plan, and of the rest once it was planned again. */
export const PlanSums = ({ plan }: { plan: GroupPlanDetail }) => {
  const { t } = useTranslation('group-control')
  const { totals } = plan.route
  const isRest = plan.done.length > 0
  return (
    <>
      <FactGroup title={t('figures')}>
        <AreaFact label={t('plannedArea')} hint={t('plannedAreaHint')} mu={plan.area} />
        <SumFacts sums={isRest ? plan : { ...plan, sortieNum: totals.sortieNum }} />
      </FactGroup>
      {isRest && (
        <FactGroup title={t('remaining')}>
          <AreaFact label={t('remainingArea')} mu={muFromM2(totals.sweptM2)} />
          <SumFacts sums={totals} />
        </FactGroup>
      )}
    </>
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

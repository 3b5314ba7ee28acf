import type { GroupRoutePlan } from '@swath/contract/group-plans'
import { muFromM2 } from '@swath/domain/units'
import { useTranslation } from 'react-i18next'
import { formatCount, formatDuration, formatNumber } from '../../lib/format.ts'
import { Area } from '../../ui/area.tsx'
import { Fact, FactGroup } from '../../ui/facts.tsx'

/** What a plan takes. */
export const PlanFigures = ({ route: { totals } }: { route: GroupRoutePlan }) => {
  const { t } = useTranslation('group-control')
  return (
    <FactGroup title={t('figures')}>
      <Fact label={t('terms:area')}>
        <Area mu={muFromM2(totals.sweptM2)} />
      </Fact>
      <Fact label={t('litres')}>
        <span className="figure">
          {formatNumber(totals.sprayL, 1)} <span className="unit">L</span>
        </span>
      </Fact>
      <Fact label={t('duration')}>
        <span className="figure">{formatDuration(totals.durationS)}</span>
      </Fact>
      <Fact label={t('flights')}>
        <span className="figure">{formatCount(totals.sortieNum)}</span>
      </Fact>
      <Fact label={t('refills')}>
        <span className="figure">{formatCount(totals.refillNum)}</span>
      </Fact>
      <Fact label={t('turns')}>
        <span className="figure">{formatCount(totals.turnNum)}</span>
      </Fact>
    </FactGroup>
  )
}

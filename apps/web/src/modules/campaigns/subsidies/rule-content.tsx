// Displays rules: rates, seasons, ceilings, requirements.
import type { SubsidyRuleContent } from '@swath/contract/campaigns/subsidy-rules'
import type { Currency } from '@swath/domain/money'
import { useTranslation } from 'react-i18next'
import { formatCount, formatDay, formatRatio } from '../../../lib/format.ts'
import { AgreedPrice, AreaPrice } from '../../../ui/area.tsx'
import { Fact, Facts, Pair } from '../../../ui/facts.tsx'
import { typeLabels } from '../unified-tasks/task.labels.ts'
import { useNarrow } from '../../../ui/use-width.ts'
import { Money } from './money.tsx'
import { evidenceLabels } from './subsidy.labels.ts'
import style from './subsidies.module.css'

export const typeKeys = {
  1: `unified-tasks:${typeLabels[1]}`,
  2: `unified-tasks:${typeLabels[2]}`,
  3: `unified-tasks:${typeLabels[3]}`,
  4: typeLabels[4],
} as const

type Rate = SubsidyRuleContent['rates'][number]

/** Describes what a rate is paid for. */
export const useRateName = (): ((
  rate: Pick<Rate, 'crop' | 'chemicalName' | 'taskType'>,
) => string) => {
  const { t } = useTranslation(['subsidies', 'unified-tasks'])
  return ({ crop, chemicalName, taskType }) =>
    [crop, chemicalName, taskType && t(typeKeys[taskType])].filter(Boolean).join(' · ') ||
    t('subsidies:anyWork')
}

type Props = { rules: SubsidyRuleContent; currency: Currency }

const ratesInList = 3

/** The first rates, one per line. */
export const FirstRates = ({ rules: { rates, rateUnit: per }, currency }: Props) => {
  const nameRate = useRateName()
  const narrow = useNarrow()
  const left = rates.length - ratesInList
  return rates.slice(0, ratesInList).map((rate, place) => (
    <span key={nameRate(rate)} className="block">
      <span className="muted">{nameRate(rate)}</span>{' '}
      {narrow ? (
        // Two lines on a phone have no place for both.
        <AreaPrice rate={{ amountMinor: rate.rateMinor, currency, per }} per={per} />
      ) : (
        <AgreedPrice rate={{ amountMinor: rate.rateMinor, currency, per }} />
      )}
      {left > 0 && place === ratesInList - 1 && (
        <span className="muted"> +{formatCount(left)}</span>
      )}
    </span>
  ))
}

const ceilings = [
  ['plotMinor', 'subsidies:ceilingPlot'],
  ['farmerMinor', 'subsidies:ceilingFarmer'],
  ['operatorMinor', 'subsidies:ceilingOperator'],
  ['seasonMinor', 'subsidies:ceilingSeason'],
] as const

export const RuleContent = ({ rules, currency }: Props) => {
  const { t } = useTranslation('subsidies')
  const nameRate = useRateName()
  return (
    <div className="grid cols-1 gap-16">
      <dl className={`grid gap-4 m-0 ${style.bill}`}>
        {rules.rates.map((rate) => (
          <Pair key={nameRate(rate)} label={nameRate(rate)}>
            <AgreedPrice rate={{ amountMinor: rate.rateMinor, currency, per: rules.rateUnit }} />
          </Pair>
        ))}
      </dl>
      <Facts>
        {rules.seasons.map(({ name, fromDay, untilDay }) => (
          <Fact key={fromDay} label={name}>
            {formatDay(fromDay)} – {formatDay(untilDay)}
          </Fact>
        ))}
        {ceilings.map(([name, label]) =>
          rules.ceilings[name] === null ? null : (
            <Fact key={name} label={t(label)}>
              <Money minor={rules.ceilings[name]} currency={currency} />
            </Fact>
          ),
        )}
        {rules.leastCoveredRatio > 0 && (
          <Fact label={t('leastCovered')}>{formatRatio(rules.leastCoveredRatio, 0)}</Fact>
        )}
        {rules.evidence.length > 0 && (
          <Fact label={t('evidence')}>
            {rules.evidence.map((one) => t(evidenceLabels[one])).join(' · ')}
          </Fact>
        )}
        <Fact label={t('objectionTime')}>
          {t('objectionDaysShown', { days: rules.objectionDays })}
        </Fact>
      </Facts>
    </div>
  )
}

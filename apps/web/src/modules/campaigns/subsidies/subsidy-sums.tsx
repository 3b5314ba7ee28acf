// Totals of subsidies by region: above the list, for the same year and region.
import type { SubsidyRegion, SubsidySums as Sums } from '@swath/contract/campaigns/subsidies'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatCount, formatPlace } from '../../../lib/format.ts'
import { buildQuery, keepShown } from '../../../lib/query.ts'
import { useUser } from '../../../lib/session.ts'
import { Area } from '../../../ui/area.tsx'
import { Money } from './money.tsx'
import { Pair } from '../../../ui/facts.tsx'
import style from './subsidies.module.css'

type Asked = { year?: string; region?: string }

const parts = ['paid', 'approved', 'proposed'] as const
type Amounts = Pick<Sums, 'paidMinor' | 'approvedMinor' | 'proposedMinor'>
const minorOf = (one: Amounts, part: (typeof parts)[number]): number =>
  ({ paid: one.paidMinor, approved: one.approvedMinor, proposed: one.proposedMinor })[part]
const allOf = (one: Amounts): number => parts.reduce((sum, part) => sum + minorOf(one, part), 0)

/** Paid, approved and proposed amounts as shares of a whole. */
const PartsBar = ({ of, most }: { of: Amounts; most: number }) => (
  <span className={style.barTrack} aria-hidden>
    {parts.map((part) => (
      <i
        key={part}
        data-part={part}
        style={{ inlineSize: `${(minorOf(of, part) / Math.max(1, most)) * 100}%` }}
      />
    ))}
  </span>
)

/** The sum in one currency and its parts, which are also the legend of the bars. */
const SumsOf = ({ sums }: { sums: Sums }) => {
  const { t } = useTranslation('subsidies')
  const { currency, plotNum, operatorNum, coveredArea, stoppedMinor } = sums
  const labels = { paid: t('sumPaid'), approved: t('sumApproved'), proposed: t('sumProposed') }
  return (
    <section className={`card ${style.sums}`}>
      <div className="flex wrap gap-4-12 items-baseline justify-between">
        <p className="m-0">
          <span className="muted">{t('sumAll')}</span>{' '}
          <strong className={style.total}>
            <Money minor={allOf(sums)} currency={currency} />
          </strong>
        </p>
        <p className="m-0 muted text-13">
          {t('ground')}: <Area mu={coveredArea} /> ·{' '}
          {t('terms:plotCount', { count: plotNum, shown: formatCount(plotNum) })} ·{' '}
          {t('operatorCount', { count: operatorNum, shown: formatCount(operatorNum) })}
        </p>
      </div>
      <PartsBar of={sums} most={allOf(sums)} />
      <dl className={style.legend}>
        {parts.map((part) => (
          <Pair
            key={part}
            label={
              <>
                <i data-part={part} aria-hidden />
                {labels[part]}
              </>
            }
          >
            <Money minor={minorOf(sums, part)} currency={currency} />
          </Pair>
        ))}
        <Pair label={t('stoppedSum')}>
          <Money minor={stoppedMinor} currency={currency} />
        </Pair>
      </dl>
    </section>
  )
}

/** One line per currency, so that the list stays on the first screen. */
const SumsByCurrency = ({ items }: { items: readonly Sums[] }) => {
  const { t } = useTranslation('subsidies')
  const labels = { paid: t('sumPaid'), approved: t('sumApproved'), proposed: t('sumProposed') }
  return (
    <ul className={`list-plain card ${style.sums}`} aria-label={t('sumAll')}>
      {items.map((one) => (
        <li key={one.currency} className={style.currency}>
          <strong>
            <Money minor={allOf(one)} currency={one.currency} />
          </strong>
          <PartsBar of={one} most={allOf(one)} />
          <span className={`text-13 ${style.legend}`}>
            {parts
              .filter((part) => minorOf(one, part) !== 0)
              .map((part) => (
                <span key={part} className="inline-flex gap-4 items-center">
                  <i data-part={part} aria-hidden />
                  <span className="muted">{labels[part]}</span>
                  <Money minor={minorOf(one, part)} currency={one.currency} />
                </span>
              ))}
            {one.stoppedMinor !== 0 && (
              <span>
                <span className="muted">{t('stoppedSum')}</span>{' '}
                <Money minor={one.stoppedMinor} currency={one.currency} />
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

const regionsShown = 30

/** A bar for each region: paid, approved, proposed. */
const RegionBars = ({ items }: { items: readonly SubsidyRegion[] }) => {
  const { t } = useTranslation('subsidies')
  const mostBy = new Map<string, number>()
  for (const one of items)
    mostBy.set(one.currency, Math.max(mostBy.get(one.currency) ?? 0, allOf(one)))
  return (
    <ul className={`list-plain grid gap-8 ${style.bars}`} aria-label={t('byRegion')}>
      {items.slice(0, regionsShown).map((one) => (
        <li key={`${one.regionCode} ${one.currency}`}>
          <span>{formatPlace(one.region)}</span>
          <PartsBar of={one} most={mostBy.get(one.currency)!} />
          <span className={style.barFigure}>
            <Money minor={allOf(one)} currency={one.currency} />
            <small className="muted text-12">
              {t('terms:plotCount', { count: one.plotNum, shown: formatCount(one.plotNum) })}
            </small>
          </span>
        </li>
      ))}
    </ul>
  )
}

export const SubsidySums = (query: Asked) => {
  const { t } = useTranslation('subsidies')
  const { accountType } = useUser()
  const sums = useQuery({ ...buildQuery('getSubsidySummary', { query }), ...keepShown })
  const regions = useQuery({ ...buildQuery('getSubsidyRegions', { query }), ...keepShown })
  const items = sums.data?.items ?? []
  return (
    <>
      {/* The list below stays where it is when the totals arrive. Only the platform has several
          currencies. */}
      {sums.isPending && (
        <div className={style.reserved} data-several={accountType === 'platform'} />
      )}
      {items.length === 1 && <SumsOf sums={items[0]!} />}
      {items.length > 1 && <SumsByCurrency items={items} />}
      {regions.isPending && <div className={style.reservedLine} />}
      {(regions.data?.items.length ?? 0) > 1 && (
        <details className={style.regions}>
          <summary>{t('byRegion')}</summary>
          <RegionBars items={regions.data!.items} />
        </details>
      )}
    </>
  )
}

// Totals of subsidies by region: above the list, for the same year and region.
import type { SubsidyRegion, SubsidySums as Sums } from '@swath/contract/campaigns/subsidies'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { dash, formatCount, formatPlace } from '../../../lib/format.ts'
import { buildQuery, keepShown } from '../../../lib/query.ts'
import { useUser } from '../../../lib/session.ts'
import { Area } from '../../../ui/area.tsx'
import { Money } from './money.tsx'
import { Pair } from '../../../ui/facts.tsx'
import style from './subsidies.module.css'

type Asked = { year?: string; region?: string }

const sumUp = (items: readonly Sums[], of: (sums: Sums) => number): number =>
  items.reduce((sum, one) => sum + of(one), 0)

/** One row per currency with an amount. */
const Amounts = ({ items, of }: { items: readonly Sums[]; of: (sums: Sums) => number }) => {
  const shown = items.length === 1 ? items : items.filter((one) => of(one) !== 0)
  return shown.length === 0
    ? dash
    : shown.map((one) => (
        <div key={one.currency}>
          <Money minor={of(one)} currency={one.currency} />
        </div>
      ))
}

const SumsOf = ({ items }: { items: readonly Sums[] }) => {
  const { t } = useTranslation('subsidies')
  const plots = sumUp(items, (one) => one.plotNum)
  const figures = [
    [t('sumProposed'), (one: Sums) => one.proposedMinor],
    [t('sumApproved'), (one: Sums) => one.approvedMinor],
    [t('sumPaid'), (one: Sums) => one.paidMinor],
    [t('stoppedSum'), (one: Sums) => one.stoppedMinor],
  ] as const
  return (
    <dl className={`figures ${style.sums}`}>
      {figures.map(([label, of]) => (
        <Pair key={label} label={label}>
          <Amounts items={items} of={of} />
        </Pair>
      ))}
      <Pair label={t('paidGround')}>
        <Area mu={sumUp(items, (one) => one.coveredArea)} />
        <small>
          {t('terms:plotCount', { count: plots, shown: formatCount(plots) })}
          {/* Operators are not summed over currencies: one that works in two countries is still
              one. */}
          {items.length === 1 && ` · ${formatCount(items[0]!.operatorNum)} ${t('operators')}`}
        </small>
      </Pair>
    </dl>
  )
}

const parts = ['paid', 'approved', 'proposed'] as const
const minorOf = (one: SubsidyRegion, part: (typeof parts)[number]): number =>
  ({ paid: one.paidMinor, approved: one.approvedMinor, proposed: one.proposedMinor })[part]
const allOf = (one: SubsidyRegion): number =>
  parts.reduce((sum, part) => sum + minorOf(one, part), 0)

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
          <span className={style.barTrack} aria-hidden>
            {parts.map((part) => (
              <i
                key={part}
                data-part={part}
                style={{
                  inlineSize: `${(minorOf(one, part) / Math.max(1, mostBy.get(one.currency)!)) * 100}%`,
                }}
              />
            ))}
          </span>
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
          currencies, and two lines in each total. */}
      {sums.isPending && (
        <div className={style.reserved} data-currencies={accountType === 'platform' ? 2 : 1} />
      )}
      {items.length > 0 && <SumsOf items={items} />}
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

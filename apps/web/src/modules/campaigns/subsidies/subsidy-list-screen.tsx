import { subsidyList } from '@swath/contract/campaigns/subsidy-rows'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { formatCount } from '../../../lib/format.ts'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { useCloseDetail } from '../../../ui/opened-detail.ts'
import { StateTag } from '../../../ui/state-tags.tsx'
import { Money } from './money.tsx'
import { rulesPath, stateTones, stateLabels } from './subsidy.labels.ts'
import { SubsidySums } from './subsidy-sums.tsx'
import { SubsidyTabs } from './subsidy-tabs.tsx'
import { SubsidyView } from './subsidy-view.tsx'
import { yearOptions } from './year-options.ts'

/** Polling interval while a calculation is running. */
const refreshMs = 5_000

/** An authority's payments for spraying, by year and region. */
export const SubsidyListScreen = () => {
  const { t } = useTranslation('subsidies')
  const close = useCloseDetail()
  const [params] = useSearchParams()
  const [year, region] = [params.get('year'), params.get('region')]
  return (
    <ListScreen
      list={subsidyList}
      title={t('app:subsidyList')}
      head={
        <>
          <SubsidyTabs />
          <SubsidySums {...(year ? { year } : {})} {...(region ? { region } : {})} />
        </>
      }
      shown={[
        'region',
        'seasons',
        'year',
        'state',
        'totalMinor',
        'coveredArea',
        'openObjectionNum',
        'proposedAt',
        'accountName',
      ]}
      cellRenderers={{
        year: { render: (row) => row.year },
        state: {
          render: ({ state }) => (
            <StateTag tone={stateTones[state]}>{t(stateLabels[state])}</StateTag>
          ),
        },
        totalMinor: {
          render: ({ totalMinor, currency }) => <Money minor={totalMinor} currency={currency} />,
          number: true,
        },
        coveredArea: { width: 112 },
        openObjectionNum: {
          width: 104,
          render: ({ openObjectionNum }) =>
            openObjectionNum > 0 ? (
              <StateTag tone="waiting">{formatCount(openObjectionNum)}</StateTag>
            ) : (
              <span className="muted">{formatCount(openObjectionNum)}</span>
            ),
        },
        stoppedMinor: {
          render: ({ stoppedMinor, currency }) => (
            <Money minor={stoppedMinor} currency={currency} />
          ),
          number: true,
        },
      }}
      filters={[
        'seasons',
        'accountName',
        'paymentReference',
        { name: 'year', label: t('year'), options: yearOptions() },
        'region',
        'state',
      ]}
      rows={{
        detail: {
          title: (_id, row) =>
            row
              ? [`${row.region.at(-1)} ${row.year}`, row.seasons].filter(Boolean).join(' · ')
              : t('subsidy'),
          render: (id) => <SubsidyView key={id} subsidyId={id} onLeave={close} />,
        },
      }}
      refreshMs={refreshMs}
      empty={{
        title: t('none'),
        reason: t('noneReason'),
        action: <Link to={rulesPath}>{t('rules')}</Link>,
      }}
    />
  )
}

import { subsidyLineList, subsidyLineStates } from '@swath/contract/campaigns/subsidy-rows'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { formatCount } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { Area } from '../../../ui/area.tsx'
import { useStateChips } from '../../../ui/count-chips.tsx'
import { useLoadedRows } from '../../../ui/use-loaded-rows.ts'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { useStage } from '../../../ui/stage.tsx'
import { StateTag } from '../../../ui/state-tags.tsx'
import { LineView } from './line-view.tsx'
import { Money } from './money.tsx'
import { lineStateLabels, lineTones, listPath } from './subsidy.labels.ts'
import { SubsidyPlots } from './subsidy-map.tsx'
import style from './subsidies.module.css'

/** Link back to the subsidy in the URL. */
export const BackToSubsidy = ({ subsidyId }: { subsidyId: string }) => {
  const { t } = useTranslation('subsidies')
  return (
    <nav className={style.links}>
      <BackLink to={`${listPath}?open=${subsidyId}`}>{t('backToSubsidy')}</BackLink>
    </nav>
  )
}

export const useSubsidy = () => {
  const { id = '' } = useParams()
  const asked = useQuery(buildQuery('getSubsidy', { params: { subsidyId: id } }))
  return { subsidyId: id, asked, subsidy: asked.data }
}

/** What the colours of the plots on the map mean. */
const MapLegend = () => {
  const { t } = useTranslation('subsidies')
  if (!useStage().isMapOpen) return null
  return (
    <p className={`flex wrap gap-4-16 m-0 muted text-13 ${style.plotLegend}`}>
      <span>{t('terms:plots')}</span>
      {subsidyLineStates.map((state) => (
        <span key={state}>
          <i data-line={state} aria-hidden /> {t(lineStateLabels[state])}
        </span>
      ))}
    </p>
  )
}

/** Lines of a subsidy with their plots on the map: payee, amount and area. */
export const SubsidyLineListScreen = () => {
  const { t } = useTranslation('subsidies')
  const { subsidyId, subsidy } = useSubsidy()
  const { answer, onLoaded } = useLoadedRows<typeof subsidyLineList>()
  const { chips, narrowed } = useStateChips({
    states: ['all', ...subsidyLineStates],
    labels: lineStateLabels,
    counts: answer?.stats,
  })
  return (
    <>
      <SubsidyPlots subsidyId={subsidyId} />
      <ListScreen
        list={subsidyLineList}
        title={
          subsidy
            ? [t('lines'), `${subsidy.region.at(-1)} ${subsidy.year}`, subsidy.seasons]
                .filter(Boolean)
                .join(' · ')
            : t('app:subsidyLines')
        }
        head={
          <>
            <BackToSubsidy subsidyId={subsidyId} />
            {chips}
            <MapLegend />
          </>
        }
        as={{ narrowed: { subsidyId, ...narrowed }, sort: '-amountMinor' }}
        shown={['blockName', 'yyAccountName', 'amountMinor', 'state', 'groundArea']}
        cellRenderers={{
          state: {
            render: ({ state }) => (
              <StateTag tone={lineTones[state]}>{t(lineStateLabels[state])}</StateTag>
            ),
          },
          ...amounts,
        }}
        filters={['blockName', 'yyAccountName', 'accountName', 'region']}
        stats={({ total }) => [
          { label: t('lines'), value: formatCount(total) },
          ...(subsidy
            ? [
                {
                  label: t('total'),
                  value: <Money minor={subsidy.totalMinor} currency={subsidy.currency} />,
                },
                { label: t('ground'), value: <Area mu={subsidy.coveredArea} /> },
              ]
            : []),
        ]}
        rows={{
          onLoaded,
          detail: {
            title: (_id, line) => (line ? `${t('line')} ${line.number}` : t('line')),
            render: (lineId) => <LineView key={lineId} lineId={lineId} />,
          },
        }}
        empty={{ title: t('linesNone'), reason: t('linesNoneReason') }}
      />
    </>
  )
}

const money = (of: 'grossMinor' | 'cutMinor' | 'amountMinor') => ({
  render: (
    line: { currency: Parameters<typeof Money>[0]['currency'] } & Record<typeof of, number>,
  ) => <Money minor={line[of]} currency={line.currency} />,
  number: true,
})
const amounts = {
  grossMinor: money('grossMinor'),
  cutMinor: money('cutMinor'),
  amountMinor: money('amountMinor'),
}

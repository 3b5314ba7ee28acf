import { PlotHolding, plotList, type Plot } from '@swath/contract/land/plots'
import { useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { formatCount } from '../../../lib/format.ts'
import { useUser } from '../../../lib/session.ts'
import { useListedOnMap } from '../../../ui/listed-on-map.ts'
import type { Ground } from '../../../map/shapes.ts'
import { Area } from '../../../ui/area.tsx'
import { useStateChips } from '../../../ui/count-chips.tsx'
import { useDeletion } from '../../../ui/deletion.tsx'
import { CreateButton } from '../../../ui/create-button.tsx'
import { geometryFiles } from '../geometry-exports/geometry-files.ts'
import { ImportButton } from '../geometry-imports/import-button.tsx'
import { plotFiles } from './plot.labels.ts'
import { Clipped } from '../../../ui/clipped.tsx'
import type { AnswerOf, ColumnName } from '../../../ui/list-declared.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { useCloseDetail, useOpenDetail } from '../../../ui/opened-detail.ts'
import { useLoadedRows } from '../../../ui/use-loaded-rows.ts'
import { useNarrow } from '../../../ui/use-width.ts'
import { TermTabs } from '../terms/term-tabs.tsx'
import { PlotBulk } from './plot-bulk.tsx'
import { PlotDetail } from './plot-detail.tsx'
import { PlotLayer } from './plot-layer.tsx'
import { PlotPoints } from './plot-points.tsx'
import { OfferedPlots, SharePlots } from './plot-shares.tsx'
import { useDeletePlot } from './plots.mutations.ts'

const listPath = '/business_manage/block-list'

/** The confirmation before a plot is deleted; its text explains that work is kept. */
const useAskDelete = (): ((plot: Plot) => void) => {
  const { t } = useTranslation('plots')
  const ask = useDeletion()
  const closeDetail = useCloseDetail()
  const { mutateAsync } = useDeletePlot()
  return (plot) =>
    ask({
      title: t('askDelete', { name: plot.blockName }),
      text: (
        <>
          <p>{t('deleteEffect')}</p>
          {plot.workNum > 0 && <p>{t('deleteWorked', { count: plot.workNum })}</p>}
        </>
      ),
      verb: t('terms:delete'),
      run: () => mutateAsync(plot),
      row: { list: plotList.call, id: plot.blockId },
      close: closeDetail,
      done: t('deleted', { name: plot.blockName }),
    })
}

/** Converts the plots of the list for the map. */
const useItems = (rows: readonly Plot[] | undefined) =>
  useMemo(
    () =>
      (rows ?? []).map(({ blockId, blockName, parts }) => ({
        id: blockId,
        name: blockName,
        shape: { kind: 'parts' as const, parts },
      })),
    [rows],
  )

/** As many columns as fit next to the map; a table has the owner below the name. */
const pickColumns = (ownsPlots: boolean, narrow: boolean): ColumnName<typeof plotList>[] => [
  'blockName',
  ...(ownsPlots && !narrow ? [] : (['crop'] as const)),
  'area',
  'lastWorkTime',
  ...(ownsPlots ? (['holding'] as const) : narrow ? (['accountName'] as const) : []),
]

const PlotName = ({ plot, hasOwner }: { plot: Plot; hasOwner: boolean }) => (
  <>
    <Clipped text={plot.blockName} />
    {hasOwner && (
      <div className="unit">
        <Clipped text={plot.accountName} />
      </div>
    )}
  </>
)

const Head = ({ chips }: { chips: ReactNode }) => (
  <>
    <TermTabs />
    <OfferedPlots />
    {chips}
  </>
)

const holdings = ['all', ...PlotHolding.options] as const

const useHoldingChips = (answer: AnswerOf<typeof plotList> | undefined) => {
  const { t } = useTranslation('plots')
  return useStateChips({
    name: 'holding',
    title: t('holding'),
    states: holdings,
    labels: plotList.columns.holding.labels,
    counts: answer?.stats.holdings,
    hidesEmpty: true,
  })
}

export const PlotListScreen = () => {
  const { t } = useTranslation('plots')
  const navigate = useNavigate()
  const { search } = useLocation()
  const [params] = useSearchParams()
  const { rows, answer, onLoaded } = useLoadedRows<typeof plotList>()
  const { chips, narrowed } = useHoldingChips(answer)
  const items = useItems(rows)
  const goTo = useListedOnMap(items)
  const askDelete = useAskDelete()
  const { accountType } = useUser()
  const narrow = useNarrow()
  const ownsPlots = accountType === 'operator' || accountType === 'farmer'
  const open = useOpenDetail()
  const closeDetail = useCloseDetail()
  const [hoveredId, setHovered] = useState<string | null>(null)
  const [shared, setShared] = useState<readonly Plot[] | null>(null)
  const litId = hoveredId ?? params.get('open')

  const show = (ground: Ground): void => {
    closeDetail()
    goTo(ground)
  }
  const toEditor = (path: string): void =>
    void navigate(`${listPath}/${path}`, { state: { search } })
  const create = <CreateButton label={t('create')} onClick={() => toEditor('new')} />
  return (
    <>
      <PlotLayer items={items} selectedId={litId} onClick={open} />
      <PlotPoints items={items} selectedId={litId} onClick={open} />
      <ListScreen
        list={plotList}
        title={t('terms:plots')}
        head={<Head chips={ownsPlots && chips} />}
        // Otherwise by time of creation, which no column shows.
        as={{ narrowed, sort: 'blockName' }}
        shown={pickColumns(ownsPlots, narrow)}
        cellRenderers={{
          blockName: {
            width: 180,
            render: (plot) => <PlotName plot={plot} hasOwner={!ownsPlots && !narrow} />,
          },
          lastWorkTime: { named: t('phoneLastWork') },
        }}
        filters={['blockName', 'village', 'accountName', 'crop', 'region']}
        stats={({ stats, total }) => [
          ...(ownsPlots ? [] : [{ label: t('all'), value: formatCount(total) }]),
          { label: t('terms:area'), value: <Area mu={stats.area} /> },
        ]}
        files={(query) => geometryFiles(plotFiles, query)}
        actions={
          <>
            <ImportButton target="plots" />
            {create}
          </>
        }
        rows={{
          onLoaded,
          onHover: (plot) => setHovered(plot?.blockId ?? null),
          bulk: (plots, clear) => <PlotBulk plots={plots} clear={clear} onShare={setShared} />,
          detail: {
            title: (_id, plot) => plot?.blockName ?? t('terms:plot'),
            render: (blockId) => (
              <PlotDetail
                blockId={blockId}
                onShow={show}
                onEdit={(plot) => toEditor(`${plot.blockId}/edit`)}
                onShare={(plot) => setShared([plot])}
                onDelete={askDelete}
              />
            ),
          },
        }}
        empty={{ title: t('none'), reason: t('noneReason'), action: create }}
      />
      {shared && <SharePlots plots={shared} onClose={() => setShared(null)} />}
    </>
  )
}

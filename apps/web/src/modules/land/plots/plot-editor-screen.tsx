import type { PlotDetail } from '@swath/contract/plots'
import type { Bounds, LngLat } from '@swath/domain/lng-lat'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useParams } from 'react-router'
import { call } from '../../../lib/api.ts'
import { showSuccess } from '../../../lib/errors.ts'
import { buildQuery, keepShown } from '../../../lib/query.ts'
import { panelPadding } from '../../../map/fit.ts'
import { useMap } from '../../../map/map-context.ts'
import { boundsOfShape } from '../../../map/shapes.ts'
import { useStartsFar } from '../../../map/starts-far.ts'
import { Empty, Failure } from '../../../ui/empty.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { coveredBelowPx } from '../../../ui/sheet.ts'
import { sizes } from '../../../lib/theme.ts'
import { useFirstView } from '../../../ui/use-first-view.ts'
import { PlotFields, PlotFormSchema } from './plot-form.tsx'
import { PlotLayer } from './plot-layer.tsx'
import { useSavePlot } from './plots.mutations.ts'

const listPath = '/business_manage/block-list'
/** For the map to take its new size. */
const layoutMs = 150

/** From this zoom on fields can be distinguished; below it the map zooms in first. */
const nearZoom = 12

/**
 * Round the plot that was drawn last, for a new one that is begun from afar; for the first of all,
 * round what else the person sees, or their region.
 */
const useHome = (isNew: boolean): Bounds | null => {
  const isFar = useStartsFar(isNew, nearZoom)
  const last = useQuery({
    ...buildQuery('listPlots', { query: { pageSize: '1' } }),
    enabled: isFar,
  })
  const parts = last.data?.items[0]?.parts
  useFirstView(isFar && last.isSuccess && !parts)
  return useMemo(
    () => (isFar && parts ? boundsOfShape({ kind: 'parts', parts }) : null),
    [isFar, parts],
  )
}

/** The map goes to the plot that is changed, or to where a new one will be. */
const useGoTo = (parts: PlotDetail['parts'] | undefined, home: Bounds | null): void => {
  const map = useMap()
  useEffect(() => {
    const bounds = parts ? boundsOfShape({ kind: 'parts', parts }) : home
    if (!map || !bounds) return
    const isNarrow = window.innerWidth < sizes.narrow
    // The map has just become as wide as the window.
    const timer = setTimeout(() => {
      const padding = panelPadding(window.innerWidth, { right: true, bottomPx: coveredBelowPx() })
      const right = padding.right + (isNarrow ? 0 : sizes.detail - sizes.drawerRight)
      map.fitBounds(bounds, { padding: { ...padding, right }, maxZoom: 16 })
    }, layoutMs)
    return () => clearTimeout(timer)
  }, [map, parts, home])
}

/** The plots around, beneath the one that is drawn; where they are very many, none. */
const useNeighbours = (blockId: string | null) => {
  const map = useMap()
  const [view, setView] = useState(() => map?.view() ?? null)
  useEffect(() => {
    if (!map) return
    setView(map.view())
    return map.onViewChange(setView)
  }, [map])
  const around = useQuery({
    ...buildQuery('listMonitorBlocks', {
      query: {
        minLng: String(view?.bounds.minLng ?? 0),
        maxLng: String(view?.bounds.maxLng ?? 0),
        minLat: String(view?.bounds.minLat ?? 0),
        maxLat: String(view?.bounds.maxLat ?? 0),
      },
    }),
    ...keepShown,
    enabled: view !== null && view.zoom >= 11,
    staleTime: 60_000,
  })
  return useMemo(() => {
    const others = (around.data?.items ?? []).filter((one) => one.blockId !== blockId)
    return {
      items: others.map(({ blockId: id, blockName, parts }) => ({
        id,
        name: blockName,
        shape: { kind: 'parts' as const, parts },
      })),
      rings: others.flatMap(({ parts }): LngLat[][] => parts.flat()),
    }
  }, [around.data, blockId])
}

type FormProps = {
  plot: PlotDetail | null
  title: string
  neighbours: readonly (readonly LngLat[])[]
  onClose: () => void
}
const PlotEditor = ({ plot, title, neighbours, onClose }: FormProps) => {
  const { t } = useTranslation('plots')
  const save = useSavePlot(plot?.blockId ?? null)
  return (
    <FormDrawer
      open
      title={title}
      schema={PlotFormSchema}
      mask={false}
      onClose={onClose}
      submitLabel={plot === null ? t('create') : undefined}
      initial={{ ...(plot ?? { cropId: null }), acceptsOverlap: false, correctsGround: false }}
      {...(plot && { readAgain: () => call('getPlot', { params: { blockId: plot.blockId } }) })}
      messages={{
        groundBroken: t('groundBroken'),
        tooManyCorners: t('groundBroken'),
        partsMissing: t('groundMissing'),
        tooLarge: t('tooLarge'),
        tooSmall: t('tooSmall'),
      }}
      onSubmit={async (value) => {
        const saved = await save.mutateAsync(value)
        showSuccess(t('saved', { name: saved.blockName }))
      }}
    >
      <PlotFields plot={plot} neighbours={neighbours} />
    </FormDrawer>
  )
}

/** Draws a new plot or changes one: the form next to the whole map. */
export const PlotEditorScreen = () => {
  const { t } = useTranslation('plots')
  const { blockId = null } = useParams()
  const navigate = useNavigate()
  const cameFrom = (useLocation().state as { search?: string } | null)?.search ?? ''
  const known = useQuery({
    ...buildQuery('getPlot', { params: { blockId: blockId ?? '' } }),
    enabled: blockId !== null,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  const plot = known.data
  useGoTo(plot?.parts, useHome(blockId === null))
  const { items, rings } = useNeighbours(blockId)
  // After the form has noted that nothing is unsaved.
  const leave = (): void => void setTimeout(() => void navigate(listPath + cameFrom))
  if (blockId !== null && !plot)
    return (
      <Panel side="right" title={t('editTitle', { name: '' })} onClose={leave}>
        {known.isError ? (
          <Failure error={known.error} onRetry={() => void known.refetch()} />
        ) : (
          <Skeleton active paragraph={{ rows: 8 }} />
        )}
      </Panel>
    )
  if (plot && !plot.can.update)
    return (
      <Panel side="right" title={plot.blockName} onClose={leave}>
        <Empty
          title={t('mayNotChange')}
          reason={t('mayNotChangeReason')}
          action={<Button onClick={leave}>{t('backToList')}</Button>}
        />
      </Panel>
    )
  const title = plot ? t('editTitle', { name: plot.blockName }) : t('createTitle')
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      <PlotLayer items={items} />
      <PlotEditor plot={plot ?? null} title={title} neighbours={rings} onClose={leave} />
    </>
  )
}

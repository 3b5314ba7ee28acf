import type { PlotDetail } from '@swath/contract/land/plots'
import type { LngLat } from '@swath/domain/lng-lat'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { call } from '../../../lib/api.ts'
import { showSuccess } from '../../../lib/errors.ts'
import { buildQuery, keepShown } from '../../../lib/query.ts'
import { useMap } from '../../../map/map-context.ts'
import { useStartsFar } from '../../../map/starts-far.ts'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { useFirstView } from '../../../ui/use-first-view.ts'
import { EditorScreen, useGoTo } from '../ground-editor/editor-screen.tsx'
import { PlotFields, PlotFormSchema } from './plot-form.tsx'
import { PlotLayer } from './plot-layer.tsx'
import { useSavePlot } from './plots.mutations.ts'

/** Below this zoom fields are too small to see, so the map zooms in first. */
const nearZoom = 12

/**
 * If the map starts far away, a new plot starts near the last one drawn. Without plots, the map
 * shows what else the person sees, or their region.
 */
const useHome = (isNew: boolean): PlotDetail['parts'] | undefined => {
  const isFar = useStartsFar(isNew, nearZoom)
  const last = useQuery({
    ...buildQuery('listPlots', { query: { pageSize: '1' } }),
    enabled: isFar,
  })
  const parts = last.data?.items[0]?.parts
  useFirstView(isFar && last.isSuccess && !parts)
  return isFar ? parts : undefined
}

/** The neighbouring plots, below the one being drawn; none if there are too many. */
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
      title={title}
      schema={PlotFormSchema}
      isBesideMap
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
  const known = useQuery({
    ...buildQuery('getPlot', { params: { blockId: blockId ?? '' } }),
    enabled: blockId !== null,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  const home = useHome(blockId === null)
  const parts = known.data?.parts ?? home
  useGoTo(
    useMemo(() => parts && { kind: 'parts', parts }, [parts]),
    16,
  )
  const { items, rings } = useNeighbours(blockId)
  return (
    <EditorScreen
      listPath="/business_manage/block-list"
      known={blockId === null ? null : known}
      nameOf={({ blockName }) => blockName}
      labels={{
        create: t('createTitle'),
        edit: (name) => t('editTitle', { name }),
        mayNotChange: t('mayNotChange'),
        mayNotChangeReason: t('mayNotChangeReason'),
        backToList: t('backToList'),
      }}
    >
      {(plot, title, leave) => (
        <>
          <PlotLayer items={items} />
          <PlotEditor plot={plot} title={title} neighbours={rings} onClose={leave} />
        </>
      )}
    </EditorScreen>
  )
}

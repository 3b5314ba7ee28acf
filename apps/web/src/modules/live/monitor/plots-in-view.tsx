import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { mapSettings } from '../../../lib/map-settings.ts'
import { buildQuery, keepShown } from '../../../lib/query.ts'
import { useStored } from '../../../lib/stored.ts'
import { PlotCounts, PlotLayer, type PlotCell } from '../../land/public.ts'
import { groundRange, rangeQuery, type MapRange } from './map-range.ts'

/** From this zoom on plots are large enough to see. */
const plotZoom = 9
const noCells: readonly PlotCell[] = []

type Props = {
  range: MapRange | null
  fromZoom?: number
  selectedId?: string | null
  /** Absent: plots are not clickable. */
  onPlot?: ((plotId: string) => void) | undefined
}

/** The plots in the map's range, or their numbers by cell where they are too many. */
export const PlotsInView = ({ range, fromZoom = plotZoom, selectedId = null, onPlot }: Props) => {
  const { showBlock } = useStored(mapSettings)
  const isShown = range !== null && showBlock && range.zoom >= fromZoom
  const query = range && rangeQuery(groundRange(range.bounds))
  const blocks = useQuery({
    ...buildQuery('listMonitorBlocks', { query: query! }),
    ...keepShown,
    enabled: isShown,
    staleTime: 60_000,
  })
  const items = useMemo(
    () =>
      (isShown ? (blocks.data?.items ?? []) : []).map(({ blockId, blockName, parts }) => ({
        id: blockId,
        name: blockName,
        shape: { kind: 'parts' as const, parts },
      })),
    [blocks.data, isShown],
  )
  return (
    <>
      <PlotCounts cells={(isShown && blocks.data?.cells) || noCells} />
      <PlotLayer items={items} selectedId={selectedId} {...(onPlot ? { onClick: onPlot } : {})} />
    </>
  )
}

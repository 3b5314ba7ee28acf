import { PlusOutlined } from '@ant-design/icons'
import type { LngLat } from '@swath/domain/lng-lat'
import { useQuery } from '@tanstack/react-query'
import { Button, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { rangeQuery } from '../monitor/map-range.ts'
import { insetEdges } from './route-draft.ts'
import style from './flight-control.module.css'

/** Plots are offered within about 4 km around the drone. */
const nearDeg = 0.02

type Props = {
  place: LngLat
  swathWidthM: number
  onEdge: (ends: readonly [LngLat, LngLat]) => void
}

/** An edge of a plot near the drone as two points. */
export const PlotEdges = ({ place, swathWidthM, onEdge }: Props) => {
  const { t } = useTranslation('flight-control')
  const [[lng, lat]] = useState(place)
  const plots = useQuery({
    ...buildQuery('listMonitorBlocks', {
      query: rangeQuery({
        minLng: lng - nearDeg,
        maxLng: lng + nearDeg,
        minLat: lat - nearDeg,
        maxLat: lat + nearDeg,
      }),
    }),
    staleTime: 60_000,
  })
  const [blockId, setBlock] = useState<string | null>(null)
  const plot = plots.data?.items.find((one) => one.blockId === blockId)
  const edges = plot ? insetEdges(plot.parts[0]?.[0] ?? [], swathWidthM) : []
  return (
    <div className={style.edges}>
      <Select
        value={blockId}
        onChange={setBlock}
        aria-label={t('plot')}
        placeholder={t('plot')}
        loading={plots.isPending}
        showSearch={{ optionFilterProp: 'label' }}
        notFoundContent={t('plotsNone')}
        options={(plots.data?.items ?? []).map((one) => ({
          value: one.blockId,
          label: one.blockName,
        }))}
      />
      <Select<number | null>
        value={null}
        aria-label={t('edge')}
        placeholder={t('edge')}
        disabled={!plot}
        notFoundContent={t('edgesNone')}
        options={edges.map(({ number, lengthM }) => ({
          value: number,
          label: t('edgeOf', { number, length: formatNumber(lengthM, 0) }),
        }))}
        onChange={(number) => {
          const edge = edges.find((one) => one.number === number)
          if (edge) onEdge(edge.ends)
        }}
      />
    </div>
  )
}

/** Adds a point by its coordinates, without a pointer. */
export const TypedPoint = ({ onAdd }: { onAdd: (at: LngLat) => void }) => {
  const { t } = useTranslation('flight-control')
  const [lng, setLng] = useState<number | null>(null)
  const [lat, setLat] = useState<number | null>(null)
  return (
    <form
      className={style.typed}
      onSubmit={(event) => {
        event.preventDefault()
        if (lng === null || lat === null) return
        onAdd([lng, lat])
        setLng(null)
        setLat(null)
      }}
    >
      <InputNumber
        controls={false}
        min={-180}
        max={180}
        precision={7}
        value={lng}
        onChange={setLng}
        aria-label={t('longitude')}
        placeholder={t('longitude')}
      />
      <InputNumber
        controls={false}
        min={-90}
        max={90}
        precision={7}
        value={lat}
        onChange={setLat}
        aria-label={t('latitude')}
        placeholder={t('latitude')}
      />
      <Button
        htmlType="submit"
        icon={<PlusOutlined aria-hidden />}
        disabled={lng === null || lat === null}
        aria-label={t('pointAdd')}
      />
    </form>
  )
}

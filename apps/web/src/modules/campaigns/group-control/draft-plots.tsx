import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { groupLimits } from '@swath/contract/campaigns/group-plans'
import { distanceM } from '@swath/domain/lng-lat'
import { formatMeasure } from '../../../lib/format.ts'
import { buildQuery, keepShown } from '../../../lib/query.ts'
import type { Draft } from './plan-draft.ts'
import style from './group-control.module.css'

type Props = { draft: Draft; set: (change: Partial<Draft>) => void }

/** The plots by name; on the map they can be clicked. */
export const DraftPlots = ({ draft, set }: Props) => {
  const { t } = useTranslation('group-control')
  const [search, setSearch] = useState('')
  const found = useQuery({
    ...buildQuery('listPlots', { query: { search, pageSize: '50' } }),
    ...keepShown,
  })
  const listed = (found.data?.items ?? []).map(({ blockId, blockName }) => ({
    value: blockId,
    label: blockName,
  }))
  const missing = draft.block.filter((id) => !listed.some(({ value }) => value === id))
  const options = [
    ...listed,
    ...missing.map((value) => ({ value, label: draft.plotNames[value] ?? value })),
  ]
  return (
    <div className={style.field}>
      <Select<string[], { value: string; label: string }>
        mode="multiple"
        maxCount={groupLimits.plots}
        aria-label={t('terms:plots')}
        value={draft.block}
        loading={found.isFetching}
        showSearch={{ filterOption: false, onSearch: setSearch }}
        options={options}
        onChange={(block) => {
          const names = options
            .filter(({ value }) => block.includes(value))
            .map(({ value, label }) => [value, label] as const)
          set({
            block,
            plotNames: { ...draft.plotNames, ...Object.fromEntries(names) },
            alignEdgeIndex: null,
            cuts: null,
          })
        }}
      />
      <p className="m-0 muted text-12">{t('plotsHint')}</p>
    </div>
  )
}

const edgesAtMost = 60

/** Selects the edge of the first plot that the strips are parallel to. */
export const EdgeChoice = ({ draft, set }: Props) => {
  const { t } = useTranslation('group-control')
  const first = draft.block[0]
  const plot = useQuery({
    ...buildQuery('getPlot', { params: { blockId: first ?? '' } }),
    enabled: first !== undefined,
  })
  const outline = plot.data?.parts[0]?.[0] ?? []
  const edges = outline
    .slice(1, edgesAtMost + 1)
    .map((to, i) => ({
      value: i,
      label: `${t('edge', { number: i + 1 })} · ${formatMeasure(distanceM(outline[i]!, to), 'm', 0)}`,
    }))
  return (
    <label className={style.field}>
      <span>{t('align')}</span>
      <Select<number>
        value={draft.alignEdgeIndex ?? -1}
        options={[{ value: -1, label: t('alignBest') }, ...edges]}
        onChange={(edge) => set({ alignEdgeIndex: edge < 0 ? null : edge, cuts: null })}
      />
    </label>
  )
}

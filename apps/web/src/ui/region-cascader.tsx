import type { Api } from '@swath/contract/api'
import type { Answer } from '@swath/contract/kit'
import { regionContains, regionPath } from '@swath/domain/region-code'
import { useQuery } from '@tanstack/react-query'
import { Cascader } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../lib/query.ts'
import { useUser } from '../lib/session.ts'

type Area = Answer<Api['loadRegions']>['items'][number]
type Option = { value: string; label: string; children?: Option[] }

/** A code below a country narrows the choice to what holds it and what it holds (specification, section 3). */
const optionsOf = (areas: readonly Area[], within: string | null): Option[] => areas
  .filter(({ regionCode }) => within === null || regionContains(regionCode, within) || regionContains(within, regionCode))
  .map(({ regionCode, areaName, children }) => ({
    value: regionCode, label: areaName, ...children && children.length > 0 ? { children: optionsOf(children, within) } : {},
  }))

type Props = { value: string | null; onChange: (code: string | null) => void; label: string; id?: string }

/** Country, province, city, county: any level can be the choice. */
export const RegionCascader = ({ value, onChange, label, id }: Props) => {
  const { i18n } = useTranslation()
  const { adCode } = useUser()
  const areas = useQuery({ ...queryOf('loadRegions'), queryKey: ['loadRegions', i18n.language], staleTime: Infinity })
  const options = useMemo(() => optionsOf(areas.data?.items ?? [], adCode.endsWith('000000') ? null : adCode), [areas.data, adCode])
  // Some countries leave a level out: only codes that the tree has stand in the path.
  const path = useMemo(() => {
    if (value === null) return []
    const found: string[] = []
    let level: Option[] | undefined = options
    for (const code of regionPath(value)) {
      const option: Option | undefined = level?.find((one) => one.value === code)
      if (!option) continue
      found.push(code)
      level = option.children
    }
    return found
  }, [value, options])
  return (
    <Cascader id={id} options={options} value={path} changeOnSelect allowClear showSearch={{ matchInputWidth: false }} loading={areas.isPending}
      style={{ width: '100%' }} placeholder={label} aria-label={label} displayRender={(labels) => labels.slice(-2).join(' / ')}
      onChange={(codes: string[] | undefined) => onChange(codes?.at(-1) ?? null)} />
  )
}

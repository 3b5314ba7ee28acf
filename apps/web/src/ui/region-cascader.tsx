import { useQuery } from '@tanstack/react-query'
import { Cascader } from 'antd'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hostTheme } from '../lib/host-theme.ts'
import { buildQuery } from '../lib/query.ts'
import { useUserIfAny } from '../lib/session.ts'
import { homeFirst, listHits, pathOfRegion, regionOptions, regionSearch } from './region-tree.ts'
import style from './region-cascader.module.css'

type Props = {
  'value': string | null
  'onChange': (code: string | null) => void
  'label': string
  'id'?: string
  /**
   * Narrows the choice to this region and what it holds. Absent: to the person's own, where one is
   * signed in; null: to nothing.
   */
  'within'?: string | null
  /** Shows every name on the way down, joined by slashes, instead of the last two. */
  'whole'?: boolean
  'disabled'?: boolean
  /** What a form item passes on, so that its field is tied to its error. */
  'aria-invalid'?: boolean | 'true' | 'false'
  'aria-describedby'?: string
  'aria-required'?: boolean | 'true' | 'false'
}

/** Country, province, city, county: any level can be the choice. Works without anyone signed in. */
export const RegionCascader = ({
  value,
  onChange,
  label,
  within,
  whole = false,
  ...rest
}: Props) => {
  const { i18n } = useTranslation('app')
  const own = useUserIfAny()?.adCode ?? null
  const wanted = within === undefined ? own : within
  // A whole country does not narrow the choice: its people also choose places abroad.
  const narrowed = wanted === null || wanted.endsWith('000000') ? null : wanted
  const [isSearching, setSearching] = useState(false)
  const areas = useQuery({
    ...buildQuery('loadRegions'),
    queryKey: ['loadRegions', i18n.language],
    staleTime: Infinity,
  })
  const names = useQuery({
    ...buildQuery('loadRegionNames'),
    staleTime: Infinity,
    enabled: isSearching,
  })
  const { defaultCountryCode } = hostTheme()
  const options = useMemo(
    () => homeFirst(regionOptions(areas.data?.items ?? [], narrowed), defaultCountryCode),
    [areas.data, narrowed, defaultCountryCode],
  )
  const path = useMemo(() => (value === null ? [] : pathOfRegion(options, value)), [value, options])
  const typed = useRef('')
  const search = useMemo(
    () => ({
      ...regionSearch(names.data?.items),
      limit: 50,
      matchInputWidth: false,
      onSearch: (text: string) => {
        typed.current = text
        setSearching(true)
      },
    }),
    [names.data],
  )
  const [isOpen, setOpen] = useState(false)
  /** Enter takes the only hit; among several the arrows choose. */
  const takeOnlyHit = (): void => {
    if (!isOpen || typed.current === '') return
    const hits = listHits(options, (way) => search.filter(typed.current, way))
    if (hits.length !== 1) return
    onChange(hits[0]!.at(-1)!.value)
    typed.current = ''
    setOpen(false)
  }
  return (
    <Cascader
      {...rest}
      options={options}
      value={path}
      changeOnSelect
      allowClear
      showSearch={search}
      open={isOpen}
      onOpenChange={setOpen}
      onInputKeyDown={({ key }) => key === 'Enter' && takeOnlyHit()}
      loading={areas.isPending || (isSearching && names.isPending)}
      className="w-full"
      classNames={{ popup: { listItem: style.item } }}
      placeholder={label}
      aria-label={label}
      displayRender={(labels) => (whole ? labels.join('/') : labels.slice(-2).join(' / '))}
      onChange={(codes: string[] | undefined) => onChange(codes?.at(-1) ?? null)}
    />
  )
}

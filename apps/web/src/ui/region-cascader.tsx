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
   * Limits the choice to this region and its subregions. Default: the signed-in person's own
   * region, if any; null: no limit.
   */
  'within'?: string | null
  /** Shows the full path, joined by slashes, instead of the last two names. */
  'whole'?: boolean
  'disabled'?: boolean
  /** Passed on by the form item to associate the field with its error message. */
  'aria-invalid'?: boolean | 'true' | 'false'
  'aria-describedby'?: string
  'aria-required'?: boolean | 'true' | 'false'
}

/**
 * Selects a country, province, city or county; any level can be selected. Works without a session.
 */
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
  /** Enter selects the match if there is only one; otherwise arrow keys choose. */
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

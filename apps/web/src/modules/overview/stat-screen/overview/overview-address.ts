import { addDays, addMonths, type Stretch } from '@swath/domain/calendar-steps'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { dateTimeFields } from '../../../../lib/time-zone.ts'

export const presets = ['today', 'thisMonth', 'lastMonth', 'thisYear', 'lastYear'] as const
export type Preset = (typeof presets)[number]

const dayPattern = /^\d{4}-\d{2}-\d{2}$/
const regionPattern = /^\d{9}$/

const todayOf = (nowMs: number): string => {
  const { year, month, day } = dateTimeFields(nowMs)
  return `${year}-${month}-${day}`
}

/** A current period contains the days so far, and is compared with as many days before. */
export const daysOfPreset = (preset: Preset, today: string): Stretch => {
  const month = `${today.slice(0, 7)}-01`
  const year = `${today.slice(0, 4)}-01-01`
  const tomorrow = addDays(today, 1)
  switch (preset) {
    case 'today':
      return { from: today, until: tomorrow }
    case 'thisMonth':
      return { from: month, until: tomorrow }
    case 'lastMonth':
      return { from: addMonths(month, -1), until: month }
    case 'thisYear':
      return { from: year, until: tomorrow }
    case 'lastYear':
      return { from: addMonths(year, -12), until: year }
  }
}

/** A month of hours says nothing: its first day begins with the month before. */
export const usualPreset = (today: string): Preset =>
  today.endsWith('-01') ? 'lastMonth' : 'thisMonth'

/** The period in the URL; `null`: custom days. */
const readPreset = (search: URLSearchParams, today: string): Preset | null => {
  const [from, until] = [search.get('from') ?? '', search.get('until') ?? '']
  if (dayPattern.test(from) && dayPattern.test(until) && from <= until) return null
  return presets.find((one) => one === search.get('period')) ?? usualPreset(today)
}

/** Region and days are in the URL, so that a shared link shows the same. */
export const useOverviewAddress = () => {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('region') ?? ''
  const region = regionPattern.test(asked) ? asked : null
  const today = todayOf(Date.now())
  const preset = readPreset(search, today)
  const [from, until] = [search.get('from'), search.get('until')]
  const days = useMemo(
    () =>
      preset === null ? { from: from!, until: addDays(until!, 1) } : daysOfPreset(preset, today),
    [preset, from, until, today],
  )
  const change = (values: Readonly<Record<string, string | null>>): void =>
    setSearch((before) => {
      const after = new URLSearchParams(before)
      for (const [name, value] of Object.entries(values))
        if (value === null) after.delete(name)
        else after.set(name, value)
      return after
    })
  return {
    region,
    preset,
    days,
    /** The period is less than a day old, and the one before was a day. */
    hasJustBegun: days.from === today,
    openRegion: (code: string | null) => change({ region: code }),
    showPreset: (period: Preset) => change({ period, from: null, until: null }),
    showDays: (first: string, last: string) => change({ period: null, from: first, until: last }),
  }
}
export type OverviewAddress = ReturnType<typeof useOverviewAddress>

/** Parameters for the calls; the last day is included. */
export const toQuery = ({ days }: Pick<OverviewAddress, 'days'>) => ({
  startTime: days.from,
  endTime: addDays(days.until, -1),
})

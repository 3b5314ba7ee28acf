import { expect, test } from 'vitest'
import type { Scope } from '@swath/domain/access/caller'
import type { Dimension } from '@swath/domain/figures'
import { startOfZoneDayMs } from '@swath/domain/zone-days'
import { findMain } from './main-sums.ts'

const everyone: Scope = { kind: 'all' }

const mainOf = (
  from: string | null,
  until: string | null,
  { by = [], timeZone = 'Asia/Shanghai' }: { by?: readonly Dimension[]; timeZone?: string } = {},
) => {
  const toMs = (day: string | null) => (day === null ? null : startOfZoneDayMs(timeZone, day))
  const main = findMain(
    { scope: everyone, filters: {}, by, also: 'drone_id' },
    { fromMs: toMs(from), untilMs: toMs(until) },
    true,
  )
  return (
    main && {
      sum: main.sum.name,
      buckets:
        main.buckets === 'ever'
          ? 'ever'
          : main.buckets.map(({ fromMs }) => new Date(fromMs).toISOString()).join(),
      minus: main.minus.length > 0,
    }
  )
}

test.each([
  ['all time', null, null, 'work_ever_each_drone', 'ever', false],
  ['a year', '2026-01-01', '2027-01-01', 'work_year_each_drone', '2025-12-31T19:00:00.000Z', false],
  [
    'a month',
    '2026-11-01',
    '2026-12-01',
    'work_month_each_drone',
    '2026-10-31T19:00:00.000Z',
    false,
  ],
  // The rest of the year is subtracted: it has no data yet.
  [
    'a year so far',
    '2026-01-01',
    '2026-11-24',
    'work_year_each_drone',
    '2025-12-31T19:00:00.000Z',
    true,
  ],
  [
    'a month so far',
    '2026-11-01',
    '2026-11-24',
    'work_month_each_drone',
    '2026-10-31T19:00:00.000Z',
    true,
  ],
  [
    'some days more than a month',
    '2026-10-30',
    '2026-12-02',
    'work_month_each_drone',
    '2026-10-31T19:00:00.000Z',
    false,
  ],
  ['a day', '2026-11-18', '2026-11-19', 'work_day_all', '2026-11-17T19:00:00.000Z', false],
  [
    'a first of the year',
    '2026-01-01',
    '2026-01-02',
    'work_day_all',
    '2025-12-31T19:00:00.000Z',
    false,
  ],
] as const)(
  '%s is answered by a single period of a sum',
  (_name, from, until, sum, buckets, minus) => {
    expect(mainOf(from, until)).toEqual({ sum, buckets, minus })
  },
)

test.each([
  ['a week', '2026-11-02', '2026-11-09'],
  ['half a year', '2026-01-01', '2026-06-01'],
  ['a stretch with one end', null, '2026-06-01'],
] as const)('%s is added up from its parts', (_name, from, until) => {
  expect(mainOf(from, until)).toBeNull()
})

test('each month in the result is a separate period; days are added up', () => {
  expect(mainOf('2026-01-01', '2026-04-01', { by: ['month'] })).toMatchObject({
    sum: 'work_month_each_drone',
    buckets: '2025-12-31T19:00:00.000Z,2026-01-31T19:00:00.000Z,2026-02-28T19:00:00.000Z',
  })
  expect(mainOf('2026-01-01', '2027-01-01', { by: ['day'] })).toBeNull()
})

test('a day in a time zone without stored days is added up', () => {
  for (const timeZone of ['UTC', 'Europe/Berlin', 'America/Sao_Paulo'])
    expect(mainOf('2026-11-18', '2026-11-19', { timeZone })).toBeNull()
})

test.each(['Asia/Seoul', 'Asia/Kolkata', 'Asia/Karachi'])(
  'a year in %s is a single period too',
  (timeZone) => {
    expect(mainOf('2026-01-01', '2027-01-01', { timeZone })?.sum).toBe('work_year_each_drone')
  },
)

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findOverlap, listWeek, onDuty, type DutyShift } from './duty-roster.ts'
import { dateTimeIn } from './local-time.ts'

const allDays = [1, 2, 3, 4, 5, 6, 7]
const shift = (from: string, until: string, days = allDays, userIds = ['a', 'b']): DutyShift => ({
  days,
  from,
  until,
  userIds,
})
const at = (time: string, zone: string, ...shifts: DutyShift[]) =>
  onDuty({ shifts }, Date.parse(time), zone)?.userIds[0] ?? null

describe('on duty', () => {
  const day = shift('08:00', '20:00')
  const night = shift('20:00', '08:00', allDays, ['n', 'm'])
  test('exactly at the beginning, not at the end', () => {
    expect(at('2026-06-15T00:00:00Z', 'Asia/Shanghai', day)).toBe('a')
    expect(at('2026-06-14T23:59:59.999Z', 'Asia/Shanghai', day)).toBeNull()
    expect(at('2026-06-15T11:59:59.999Z', 'Asia/Shanghai', day)).toBe('a')
    expect(at('2026-06-15T12:00:00Z', 'Asia/Shanghai', day)).toBeNull()
    expect(at('2026-06-15T12:00:00Z', 'Asia/Shanghai', day, night)).toBe('n')
  })
  test('over midnight, from Sunday to Monday too', () => {
    const sunday = shift('22:00', '06:00', [7])
    expect(at('2026-06-14T22:00:00Z', 'UTC', sunday)).toBe('a')
    expect(at('2026-06-15T05:59:00Z', 'UTC', sunday)).toBe('a')
    expect(at('2026-06-15T06:00:00Z', 'UTC', sunday)).toBeNull()
    expect(at('2026-06-14T05:00:00Z', 'UTC', sunday)).toBeNull()
  })
  test('when the clocks go forward: 02:00 to 03:00 does not exist', () => {
    const half = shift('02:30', '10:00')
    expect(at('2026-03-29T00:59:00Z', 'Europe/Paris', half)).toBeNull() // 01:59
    expect(at('2026-03-29T01:00:00Z', 'Europe/Paris', half)).toBe('a') // 03:00
  })
  test('when the clocks go back: 02:00 to 03:00 comes twice', () => {
    const until = shift('20:00', '02:30')
    const from = shift('02:30', '20:00', allDays, ['n', 'm'])
    const found = ['00:15', '00:45', '01:15', '01:45'].map((time) =>
      at(`2026-10-25T${time}:00Z`, 'Europe/Paris', until, from),
    )
    expect(found).toEqual(['a', 'n', 'a', 'n'])
  })
})

const minutes = fc.integer({ min: 0, max: 1439 })
const toTime = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const anyShift = fc
  .tuple(minutes, minutes, fc.subarray(allDays, { minLength: 1 }))
  .map(([from, until, days]) => shift(toTime(from), toTime(until), days))
/** Adds shifts in turn and leaves out those that overlap. */
const anyShifts = fc.array(anyShift, { maxLength: 12 }).map((drawn) => {
  const kept: DutyShift[] = []
  for (const one of drawn) if (findOverlap([...kept, one]) === null) kept.push(one)
  return kept
})
const zones = ['Asia/Shanghai', 'Asia/Kolkata', 'Europe/Paris', 'America/St_Johns', 'Pacific/Apia']
const anyZone = fc.constantFrom(...zones)
const anyMoment = fc.integer({
  min: Date.parse('2025-01-01T00:00:00Z'),
  max: Date.parse('2028-01-01T00:00:00Z'),
})
const readMoment = (tMs: number, zone: string) => {
  const { year, month, day, hour, minute } = dateTimeIn(tMs, zone)
  const weekday = new Date(`${year}-${month}-${day}T00:00Z`).getUTCDay() || 7
  return { weekday, minute: Number(hour) * 60 + Number(minute) }
}

describe('shifts that do not overlap', () => {
  test('divide the week without a hole', () => {
    fc.assert(
      fc.property(anyShifts, (shifts) => {
        let end = 0
        for (const { day, fromMinute, untilMinute } of listWeek(shifts)) {
          expect((day - 1) * 1440 + fromMinute).toBe(end)
          expect(untilMinute).toBeGreaterThan(fromMinute)
          expect(untilMinute).toBeLessThanOrEqual(1440)
          end = (day - 1) * 1440 + untilMinute
        }
        expect(end).toBe(7 * 1440)
      }),
    )
  })
  test('are on duty in their spans of the week, in every zone and at every change of clocks', () => {
    fc.assert(
      fc.property(anyShifts, anyMoment, anyZone, (shifts, tMs, zone) => {
        const { weekday, minute } = readMoment(tMs, zone)
        const spans = listWeek(shifts).filter(
          ({ day, fromMinute, untilMinute }) =>
            day === weekday && minute >= fromMinute && minute < untilMinute,
        )
        expect(spans).toHaveLength(1)
        const [{ shift: index }] = spans as [(typeof spans)[number]]
        expect(onDuty({ shifts }, tMs, zone)).toBe(index === null ? null : shifts[index])
      }),
      { numRuns: 500 },
    )
  })
  test('that follow each other leave nobody off duty', () => {
    fc.assert(
      fc.property(minutes, minutes, anyMoment, anyZone, (one, other, tMs, zone) => {
        const [from, until] = [toTime(one), toTime(other)]
        const shifts =
          one === other ? [shift(from, from)] : [shift(from, until), shift(until, from)]
        expect(findOverlap(shifts)).toBeNull()
        expect(onDuty({ shifts }, tMs, zone)).not.toBeNull()
      }),
    )
  })
})

test('an overlap is found between any two shifts, over the end of the week too', () => {
  expect(findOverlap([shift('08:00', '12:00'), shift('12:00', '08:00')])).toBeNull()
  expect(findOverlap([shift('08:00', '12:00', [1]), shift('11:59', '13:00', [1])])).toEqual([0, 1])
  expect(findOverlap([shift('00:00', '01:00', [1]), shift('22:00', '00:30', [7])])).not.toBeNull()
  expect(findOverlap([shift('08:00', '08:00', [1, 2])])).toBeNull()
  fc.assert(
    fc.property(anyShift, anyShift, (one, other) => {
      const minutesOf = (given: DutyShift) =>
        new Set(
          listWeek([given]).flatMap(({ day, fromMinute, untilMinute, shift: index }) =>
            index === null
              ? []
              : Array.from(
                  { length: untilMinute - fromMinute },
                  (_, i) => day * 1440 + fromMinute + i,
                ),
          ),
        )
      const minutesOfOther = minutesOf(other)
      const shared = [...minutesOf(one)].some((minute) => minutesOfOther.has(minute))
      expect(findOverlap([one, other]) !== null).toBe(shared)
    }),
  )
})

test('the gaps of a week with one shift', () => {
  expect(listWeek([shift('22:00', '06:00', [7])])).toEqual([
    { day: 1, fromMinute: 0, untilMinute: 360, shift: 0 },
    { day: 1, fromMinute: 360, untilMinute: 1440, shift: null },
    ...[2, 3, 4, 5, 6].map((day) => ({ day, fromMinute: 0, untilMinute: 1440, shift: null })),
    { day: 7, fromMinute: 0, untilMinute: 1320, shift: null },
    { day: 7, fromMinute: 1320, untilMinute: 1440, shift: 0 },
  ])
})

// Compares the tables and examples of docs/device-protocol.md with the schemas, limits and
// decoders.
import { readFileSync } from 'node:fs'
import protobuf from 'protobufjs'
import { describe, expect, test } from 'vitest'
import { commandLimits, commandStates, commandTypes } from '@swath/domain/command'
import { offerWords } from '@swath/domain/firmware-rollout'
import { checkPoint } from '@swath/domain/point-validation'
import { FIELD_ROWS } from '@swath/domain/telemetry-fields'
import type { TelemetryPoint } from '@swath/domain/telemetry-point'
import { deviceRateLimits, zoneWordLimits } from './mqtt/rate-limit.ts'
import { decode } from './protocols/decode.ts'
import { pointsAMessage } from './protocols/decoded.ts'
import { readOfferWord } from './firmware-offers/offer-words.ts'
import { readZoneWord } from './zone-sets/zone-words.ts'

const page = readFileSync(new URL('../../../../docs/device-protocol.md', import.meta.url), 'utf8')
const proto = protobuf.parse(
  readFileSync(new URL('protocols/mqtt-protobuf/telemetry.proto', import.meta.url), 'utf8'),
  { keepCase: true },
).root

/** Rows of the table whose header starts with these cells. */
const table = (head: string): string[][] => {
  const lines = page.split('\n')
  const at = lines.findIndex((line) => line.startsWith(head))
  if (at < 0) throw new Error(`The page has no table ${head}`)
  const rows: string[][] = []
  for (let i = at + 2; lines[i]?.startsWith('|'); i++)
    rows.push(
      lines[i]!.slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim()),
    )
  return rows
}
const codes = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code!)
const numbers = (cell: string): number[] =>
  cell
    .replaceAll('−', '-')
    .replaceAll(',', '')
    .match(/-?\d+(\.\d+)?/g)
    ?.map(Number) ?? []
const jsonBlocks = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, block]) => block!)
const listFields = (type: string): string[] =>
  proto.lookupType(`swath.device.v1.${type}`).fieldsArray.map(({ name }) => name)

describe('a track message', () => {
  const rows = table('| field of a point |')

  test('has the fields of the Protobuf schema', () => {
    expect(rows.flatMap(([name]) => codes(name!)).toSorted()).toEqual(
      listFields('Point').toSorted(),
    )
    expect(
      table('| field | | meaning |')
        .flatMap(([name]) => codes(name!))
        .toSorted(),
    ).toEqual(listFields('Track').toSorted())
  })

  const nowMs = Date.UTC(2026, 5, 1)
  const read = (fields: object): TelemetryPoint | null => {
    const decoded = decode(
      'track',
      Buffer.from(JSON.stringify({ pts: [{ t: nowMs, lng: 120, lat: 30, ...fields }] })),
    )
    const point = decoded.type === 'track' ? decoded.points[0] : undefined
    const checked = point && checkPoint(point, { receivedAtMs: nowMs })
    return checked?.ok ? checked.point : null
  }
  const shown = (value: number): string => value.toLocaleString('en').replace('-', '−')
  const types = { number: 'float', integer: 'uint32', flag: 'bool', list: 'float' }

  test.each(FIELD_ROWS)('$wire has a row in the table, with its number in the schema', (row) => {
    const { wire, unit, range, note, tag, kind } = row
    const within =
      range === null ? '' : typeof range === 'string' ? range : range.map(shown).join('…')
    const written = rows.find(([name]) => codes(name!).includes(wire))
    expect(written).toEqual([`\`${wire}\``, unit, within, note])
    const { id, type, repeated } = proto.lookupType('swath.device.v1.Point').fields[wire]!
    expect([id, type, repeated]).toEqual([tag, types[kind], kind === 'list'])
  })

  const ranges = FIELD_ROWS.flatMap(({ name, wire, range, most }) =>
    range === null || typeof range === 'string' ? [] : [[wire, name, range, most] as const],
  )
  test.each(ranges)('%s is accepted within its range only', (wire, name, range, most) => {
    const decoded = (value: number): unknown => {
      const taken = read({ [wire]: most > 0 ? [value] : value })?.[name] ?? null
      return Array.isArray(taken) ? taken[0] : taken
    }
    expect(range.map(decoded)).toEqual([...range])
    expect([decoded(range[0] - 1), decoded(range[1] + 1)]).toEqual([null, null])
  })
  test('the number of cells is limited', () => {
    const { wire, most, unit } = FIELD_ROWS.find(({ kind }) => kind === 'list')!
    expect(numbers(unit).at(-1)).toBe(most)
    expect(read({ [wire]: Array(most).fill(4) })?.cellsV).toHaveLength(most)
    expect(read({ [wire]: Array(most + 1).fill(4) })?.cellsV ?? null).toBeNull()
  })
})

/** The text between a heading and the next one. */
const section = (heading: string): string => page.split(`## ${heading}\n`)[1]!.split('\n## ')[0]!

test('an event and a state have the fields of the Protobuf schema', () => {
  const named = section('An event message')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => codes(line.split('|')[1]!))
  expect([...named, 'v'].toSorted()).toEqual(listFields('Event').toSorted())
  const state = JSON.parse(jsonBlocks[3]!) as object
  expect([...Object.keys(state), 't'].toSorted()).toEqual(listFields('State').toSorted())
})

test('the examples can be read', () => {
  const [track, event, practice, , , replies, words] = jsonBlocks
  expect(decode('track', Buffer.from(track!))).toMatchObject({
    type: 'track',
    unreadablePoints: 0,
    points: [{ heightM: 3.1, batteryPercent: 87 }],
  })
  expect(decode('event', Buffer.from(event!))).toMatchObject({
    type: 'event',
    event: { type: 'landing', number: 12, claimedAreaM2: 5230.5 },
  })
  expect(decode('event', Buffer.from(practice!))).toMatchObject({
    type: 'event',
    event: { type: 'takeoff', number: 12, simulated: true },
  })
  for (const reply of replies!.trim().split('\n'))
    expect(['done', 'refused']).toContain((JSON.parse(reply) as { result: string }).result)
  for (const word of words!.trim().split('\n'))
    expect(readZoneWord(Buffer.from(word), 'json')).toEqual({
      ...(JSON.parse(word) as object),
      ...(word.includes('ask') ? { page: 0 } : {}),
    })
})

describe('commands', () => {
  const rows = table('| `type` | with |')

  test('are all listed, with their arguments and ranges', () => {
    expect(
      rows
        .flatMap(([types]) => codes(types!))
        .filter((type) => type !== 'state')
        .toSorted(),
    ).toEqual([...commandTypes].toSorted())
    const arguments_ = rows.find(([types]) => types!.includes('setHeight'))![1]!
    const stated = Object.fromEntries(
      [...arguments_.matchAll(/`(\w+)` ([\d.]+)…([\d.]+)/g)].map(([, name, least, most]) => [
        name!,
        [Number(least), Number(most)],
      ]),
    )
    const { heightM, speedMs, widthM, routePoints } = commandLimits
    expect(stated).toEqual({ heightM: [...heightM], speedMs: [...speedMs], widthM: [...widthM] })
    expect(
      numbers(rows.find(([types]) => types!.includes('uploadRoute'))![1]!.split('of `')[0]!),
    ).toEqual([...routePoints])
  })

  test('have the states of the table', () => {
    expect(
      table('| state of a command |')
        .flatMap(([states]) => states!.split(', '))
        .toSorted(),
    ).toEqual([...commandStates].toSorted())
  })
})

test('zones have the fields of the Protobuf schema', () => {
  expect(
    table('| field of a zone |')
      .flatMap(([names]) => codes(names!))
      .toSorted(),
  ).toEqual(listFields('Zone').toSorted())
  const named = [...table('| message about zones |'), ...table('| answer about zones |')].flatMap(
    ([, fields]) => codes(fields!),
  )
  expect([...new Set(named)].toSorted()).toEqual(
    [
      ...new Set([
        'at',
        'hash',
        ...listFields('ZoneSet').filter((name) => !['v', 'type'].includes(name)),
      ]),
    ].toSorted(),
  )
})

test('the firmware examples can be read, and the table lists every report', () => {
  const [examples] = section('Firmware').match(/```json\n([\s\S]*?)```/)!
  for (const word of examples!.split('\n').slice(1, -1))
    expect(readOfferWord(Buffer.from(word))).toMatchObject(JSON.parse(word) as object)
  expect(
    table('| report about firmware |')
      .flatMap(([words]) => codes(words!))
      .toSorted(),
  ).toEqual([...offerWords].toSorted())
})

test('the limits are those of the code', () => {
  const limits = section('Limits')
  expect(limits).toContain(
    `${zoneWordLimits.messagesPerS} a second, ${zoneWordLimits.messageBurst} in a burst`,
  )
  expect(limits).toContain(`${pointsAMessage.toLocaleString('en')} points`)
  expect(limits).toContain(
    `${deviceRateLimits.messagesPerS} a second, ${deviceRateLimits.messageBurst} in a burst`,
  )
  expect(limits).toContain(
    `${deviceRateLimits.pointsPerS.toLocaleString('en')} a second, ${deviceRateLimits.pointBurst.toLocaleString('en')} in a burst`,
  )
  expect(limits).toContain(`up to ${deviceRateLimits.waitMs / 1000} s`)
})

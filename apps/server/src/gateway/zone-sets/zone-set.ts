// The zones of one surroundings, written once for all the drones there: pages of bytes, and the sum
// that proves that all of them came.
import { createHash } from 'node:crypto'
import type { Bounds } from '@swath/domain/lng-lat'
import { encodeZoneSet } from '../protocols/public.ts'
import { countCorners, type DeviceZone } from './device-zone.ts'

export type Format = 'json' | 'protobuf'

export type ZoneSet = {
  readonly version: string
  readonly number: number
  readonly bounds: Bounds
  /** Of the drone that holds all pages: SHA-256 of "id:n" a zone, one a line, 32 digits of it. */
  readonly hash: string
  readonly pages: number
  readonly readPage: (page: number, format: Format) => Buffer | undefined
}

const zonesAPage = 50
/** Some 44 KB in JSON, a fifth of it in Protobuf. */
const cornersAPage = 2_000

const toPages = (zones: readonly DeviceZone[]): readonly (readonly DeviceZone[])[] => {
  const pages: DeviceZone[][] = [[]]
  let corners = 0
  for (const zone of zones) {
    const count = countCorners(zone)
    const page = pages.at(-1)!
    if (page.length > 0 && (page.length === zonesAPage || corners + count > cornersAPage)) {
      pages.push([zone])
      corners = count
    } else {
      page.push(zone)
      corners += count
    }
  }
  return pages
}

const hashZones = (zones: readonly Pick<DeviceZone, 'id' | 'n'>[]): string =>
  createHash('sha256')
    .update(zones.map(({ id, n }) => `${id}:${n}`).join('\n'))
    .digest('hex')
    .slice(0, 32)

type Word = {
  readonly type: 'page' | 'same' | 'news'
  readonly version: string
  readonly page?: number
  readonly pages?: number
  readonly bounds?: readonly number[]
  readonly mustStayIn?: boolean
  readonly zones?: readonly DeviceZone[]
}

/** A word of the service about zones, in the format in which the drone asked. */
export const writeWord = (word: Word, format: Format): Buffer => {
  const said = { v: 1, ...word }
  return format === 'json' ? Buffer.from(JSON.stringify(said)) : encodeZoneSet(said)
}

export const buildZoneSet = (
  zones: readonly DeviceZone[],
  {
    version,
    number,
    bounds,
    mustStayIn,
  }: { version: string; number: number; bounds: Bounds; mustStayIn: boolean },
): ZoneSet => {
  const pages = toPages(zones)
  const written = new Map<string, Buffer>()
  const write = (page: number, format: Format): Buffer =>
    writeWord(
      {
        type: 'page',
        version,
        page,
        pages: pages.length,
        bounds: [bounds.minLng, bounds.minLat, bounds.maxLng, bounds.maxLat],
        ...(mustStayIn ? { mustStayIn } : {}),
        zones: pages[page] ?? [],
      },
      format,
    )
  return {
    version,
    number,
    bounds,
    hash: hashZones(zones),
    pages: pages.length,
    readPage: (page, format) => {
      if (page >= pages.length) return undefined
      const key = `${format}/${page}`
      const bytes = written.get(key) ?? write(page, format)
      written.set(key, bytes)
      return bytes
    },
  }
}

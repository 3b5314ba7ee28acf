// The zones of one cell, encoded once for all drones there: pages of bytes, and a hash with which a
// drone checks that it received all of them.
import { createHash } from 'node:crypto'
import type { Bounds } from '@swath/domain/lng-lat'
import { encodeZoneSet } from '../protocols/public.ts'
import { countCorners, type DeviceZone } from './device-zone.ts'

export type Format = 'json' | 'protobuf'

export type ZoneSet = {
  readonly version: string
  readonly number: number
  readonly bounds: Bounds
  /**
   * For a drone that holds all pages: the first 32 hex digits of the SHA-256 of one line "id:n" per
   * zone.
   */
  readonly hash: string
  readonly pages: number
  readonly readPage: (page: number, format: Format) => Buffer | undefined
}

const zonesAPage = 50
/** About 44 KB in JSON, a fifth of that in Protobuf. */
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

/** Encodes a server message about zones in the format that the drone used in its request. */
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

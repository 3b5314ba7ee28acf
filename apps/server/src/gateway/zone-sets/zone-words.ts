// Messages from drones about zones.
import { z } from 'zod'
import { decodeZoneWord } from '../protocols/public.ts'
import type { Format } from './zone-set.ts'

const Version = z.string().min(1).max(40)
const ZoneWord = z.discriminatedUnion('type', [
  z.object({
    v: z.literal(1).optional(),
    type: z.literal('ask'),
    at: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]),
    have: z.union([z.literal(''), Version]).optional(),
    page: z.int().min(0).max(2_000).default(0),
  }),
  z.object({
    v: z.literal(1).optional(),
    type: z.literal('hold'),
    version: Version,
    hash: z.string().regex(/^[0-9a-f]{32}$/),
  }),
])
export type ZoneWord = z.infer<typeof ZoneWord>

const wordBytes = 4 * 1024

const readJson = (payload: Buffer): unknown => {
  try {
    return JSON.parse(payload.toString())
  } catch {
    return undefined // not JSON: no message
  }
}

/** Undefined if the payload is not a valid message. */
export const readZoneWord = (payload: Buffer, format: Format): ZoneWord | undefined =>
  payload.length > wordBytes
    ? undefined
    : ZoneWord.safeParse(format === 'json' ? readJson(payload) : decodeZoneWord(payload)).data

import { LIMITS } from '../flight-log.ts'
import type { SeriesField } from '../series.ts'

/** Basic types of docs.px4.io, "ULog File Format", all little endian. */
const TYPES: Readonly<
  Record<string, { readonly bytes: number; readonly read: (view: DataView, at: number) => number }>
> = {
  int8_t: { bytes: 1, read: (view, at) => view.getInt8(at) },
  uint8_t: { bytes: 1, read: (view, at) => view.getUint8(at) },
  bool: { bytes: 1, read: (view, at) => view.getUint8(at) },
  char: { bytes: 1, read: (view, at) => view.getUint8(at) },
  int16_t: { bytes: 2, read: (view, at) => view.getInt16(at, true) },
  uint16_t: { bytes: 2, read: (view, at) => view.getUint16(at, true) },
  int32_t: { bytes: 4, read: (view, at) => view.getInt32(at, true) },
  uint32_t: { bytes: 4, read: (view, at) => view.getUint32(at, true) },
  int64_t: {
    bytes: 8,
    read: (view, at) => view.getInt32(at + 4, true) * 4_294_967_296 + view.getUint32(at, true),
  },
  uint64_t: {
    bytes: 8,
    read: (view, at) => view.getUint32(at + 4, true) * 4_294_967_296 + view.getUint32(at, true),
  },
  float: { bytes: 4, read: (view, at) => view.getFloat32(at, true) },
  double: { bytes: 8, read: (view, at) => view.getFloat64(at, true) },
}

/** One number inside a message, nested types and arrays resolved: `esc[3].rpm`. */
export type Leaf = SeriesField & {
  readonly type: string
  readonly offset: number
  readonly read: (view: DataView, at: number) => number
}

export type MessageLayout = {
  readonly leaves: readonly Leaf[]
  readonly byName: ReadonlyMap<string, Leaf>
  readonly bytes: number
  /** Without the padding at its end, which the logger does not write. */
  readonly bytesWithoutPadding: number
}

type RawField = {
  readonly type: string
  readonly count: number
  readonly isArray: boolean
  readonly name: string
}

/**
 * Message formats by name. Types may be nested and in any order, so layouts are computed on demand.
 */
export class Definitions {
  readonly #fields = new Map<string, readonly RawField[]>()
  readonly #layouts = new Map<string, MessageLayout | null>()

  get count(): number {
    return this.#fields.size
  }

  /** The text of an F message, `name:type field;type[3] field;`. False for one that is damaged. */
  define(text: string): boolean {
    const colon = text.indexOf(':')
    const name = text.slice(0, colon)
    if (colon < 1 || !/^[\w-]+$/.test(name) || this.#fields.size >= LIMITS.formats) return false
    const parts = text
      .slice(colon + 1)
      .split(';')
      .filter((part) => part.trim() !== '')
    if (parts.length > LIMITS.fieldsAFormat) return false
    const fields: RawField[] = []
    for (const part of parts) {
      const match = /^\s*([\w-]+)(?:\[(\d{1,5})\])?\s+(\w+)\s*$/.exec(part)
      if (match === null) return false
      fields.push({
        type: match[1]!,
        count: match[2] === undefined ? 1 : Number(match[2]),
        isArray: match[2] !== undefined,
        name: match[3]!,
      })
    }
    this.#fields.set(name, fields)
    this.#layouts.clear()
    return true
  }

  /** Null for an unknown format, or one that nests too deep or grows too large. */
  layout(name: string): MessageLayout | null {
    const known = this.#layouts.get(name)
    if (known !== undefined) return known
    const leaves: Leaf[] = []
    const bytes = this.#flatten(name, '', 0, 0, leaves)
    const layout =
      bytes === null || bytes > 65_535
        ? null
        : {
            leaves: leaves.filter((leaf) => !/(^|\.)_padding\d*(\[|$)/.test(leaf.name)),
            byName: new Map(leaves.map((leaf) => [leaf.name, leaf])),
            bytes,
            bytesWithoutPadding: bytes - this.#paddingAtEnd(name),
          }
    this.#layouts.set(name, layout)
    return layout
  }

  /** The offset after the format; null if it has no valid layout. */
  #flatten(
    name: string,
    prefix: string,
    start: number,
    depth: number,
    leaves: Leaf[],
  ): number | null {
    const fields = this.#fields.get(name)
    if (fields === undefined || depth > LIMITS.formatDepth) return null
    let offset = start
    for (const field of fields) {
      const basic = TYPES[field.type]
      if (basic !== undefined && field.isArray && field.type === 'char') {
        offset += field.count
        continue
      }
      for (let i = 0; i < field.count; i++) {
        const path = `${prefix}${field.name}${field.isArray ? `[${i}]` : ''}`
        if (basic === undefined) {
          const end = this.#flatten(field.type, `${path}.`, offset, depth + 1, leaves)
          // an array of an empty nested format would loop without growing
          if (end === null || end === offset) return null
          offset = end
        } else {
          leaves.push({
            name: path,
            unit: parseUnit(field.name),
            type: field.type,
            offset,
            read: basic.read,
          })
          offset += basic.bytes
        }
        if (leaves.length > LIMITS.leavesAFormat || offset > 65_535) return null
      }
    }
    return offset
  }

  #paddingAtEnd(name: string): number {
    const last = this.#fields.get(name)?.at(-1)
    return last !== undefined && last.name.startsWith('_padding')
      ? last.count * (TYPES[last.type]?.bytes ?? 0)
      : 0
  }
}

/** ULog has no units, but PX4 appends them to many names of fields. */
function parseUnit(name: string): string | null {
  const match = /_(m_s2|m_s|rad_s|mah|usec|us|ms|rad|deg|v|a|w|pa|hz|rpm|m|s)$/.exec(name)
  return match === null
    ? null
    : ({
        m_s2: 'm/s/s',
        m_s: 'm/s',
        rad_s: 'rad/s',
        mah: 'mAh',
        usec: 'us',
        v: 'V',
        a: 'A',
        w: 'W',
        pa: 'Pa',
        hz: 'Hz',
      }[match[1]!] ?? match[1]!)
}

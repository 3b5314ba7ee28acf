// The byte layout of a MAVLink message, described in one line, and access to its fields.
import type { SeriesField } from '../series.ts'

/** Wire types of MAVLink fields; little endian. */
type FieldType = 'u8' | 'i8' | 'u16' | 'i16' | 'u32' | 'i32' | 'u64' | 'f32' | 'text'

export type MavlinkField = SeriesField & {
  readonly offset: number
  readonly type: FieldType
  readonly length: number
  readonly scale: number
}

export type MavlinkMessage = {
  readonly name: string
  /** Seeds the checksum with the message's definition (mavlink.io, "CRC_EXTRA"). */
  readonly crcExtra: number
  /**
   * Payload without extensions; version 2 may cut trailing zeros off, version 1 sends exactly this.
   */
  readonly length: number
  readonly fields: readonly MavlinkField[]
}

const SIZES = { u8: 1, i8: 1, u16: 2, i16: 2, u32: 4, i32: 4, u64: 8, f32: 4, text: 1 } as const

/**
 * `name:type[:unit[:scale]]` in the order of the wire, which is by size and not as in the XML;
 * `[n]` repeats.
 */
export function message(name: string, crcExtra: number, layout: string): MavlinkMessage {
  let offset = 0
  const fields = layout.split(' ').map((part): MavlinkField => {
    const [field, type, unit, scale] = part.split(':') as [
      string,
      string,
      string | undefined,
      string | undefined,
    ]
    const [, base, count] = /^(\w+?)(?:\[(\d+)\])?$/.exec(type) as unknown as [
      string,
      FieldType,
      string | undefined,
    ]
    const length = count === undefined ? 1 : Number(count)
    const one = {
      name: field,
      offset,
      type: base,
      length,
      unit: unit === undefined || unit === '' ? null : unit,
      scale: scale === undefined ? 1 : Number(scale),
    }
    offset += SIZES[base] * length
    return one
  })
  return { name, crcExtra, length: offset, fields }
}

/**
 * A field of a payload that was padded with zeros to the message's length. Arrays give their first
 * value.
 */
export function fieldValue(view: DataView, field: MavlinkField): number {
  const at = field.offset
  switch (field.type) {
    case 'u8':
    case 'text':
      return view.getUint8(at) * field.scale
    case 'i8':
      return view.getInt8(at) * field.scale
    case 'u16':
      return view.getUint16(at, true) * field.scale
    case 'i16':
      return view.getInt16(at, true) * field.scale
    case 'u32':
      return view.getUint32(at, true) * field.scale
    case 'i32':
      return view.getInt32(at, true) * field.scale
    case 'u64':
      return (view.getUint32(at, true) + view.getUint32(at + 4, true) * 4_294_967_296) * field.scale
    case 'f32':
      return view.getFloat32(at, true) * field.scale
  }
}

/**
 * The letters of a DataFlash format (ardupilot: libraries/AP_Logger/LogStructure.h): their number
 * of bytes, how to read them, and the letter's own factor. Text and int16[32] have no number.
 */
type ValueType = {
  readonly bytes: number
  readonly scale: number
  readonly read: ((view: DataView, at: number) => number) | null
}

const TYPES: Readonly<Record<string, ValueType>> = {
  a: { bytes: 64, scale: 1, read: null },
  b: { bytes: 1, scale: 1, read: (view, at) => view.getInt8(at) },
  B: { bytes: 1, scale: 1, read: (view, at) => view.getUint8(at) },
  h: { bytes: 2, scale: 1, read: (view, at) => view.getInt16(at, true) },
  H: { bytes: 2, scale: 1, read: (view, at) => view.getUint16(at, true) },
  i: { bytes: 4, scale: 1, read: (view, at) => view.getInt32(at, true) },
  I: { bytes: 4, scale: 1, read: (view, at) => view.getUint32(at, true) },
  f: { bytes: 4, scale: 1, read: (view, at) => view.getFloat32(at, true) },
  g: { bytes: 2, scale: 1, read: (view, at) => halfFloat(view.getUint16(at, true)) },
  d: { bytes: 8, scale: 1, read: (view, at) => view.getFloat64(at, true) },
  n: { bytes: 4, scale: 1, read: null },
  N: { bytes: 16, scale: 1, read: null },
  Z: { bytes: 64, scale: 1, read: null },
  c: { bytes: 2, scale: 0.01, read: (view, at) => view.getInt16(at, true) },
  C: { bytes: 2, scale: 0.01, read: (view, at) => view.getUint16(at, true) },
  e: { bytes: 4, scale: 0.01, read: (view, at) => view.getInt32(at, true) },
  E: { bytes: 4, scale: 0.01, read: (view, at) => view.getUint32(at, true) },
  L: { bytes: 4, scale: 1e-7, read: (view, at) => view.getInt32(at, true) },
  M: { bytes: 1, scale: 1, read: (view, at) => view.getUint8(at) },
  q: {
    bytes: 8,
    scale: 1,
    read: (view, at) => view.getInt32(at + 4, true) * 4_294_967_296 + view.getUint32(at, true),
  },
  Q: {
    bytes: 8,
    scale: 1,
    read: (view, at) => view.getUint32(at + 4, true) * 4_294_967_296 + view.getUint32(at, true),
  },
}

function halfFloat(bits: number): number {
  const exponent = (bits >> 10) & 0x1f
  const fraction = bits & 0x3ff
  const sign = (bits & 0x8000) === 0 ? 1 : -1
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN
  return exponent === 0
    ? sign * fraction * 2 ** -24
    : sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}

export type LogField = {
  readonly name: string
  readonly type: string
  /** From the beginning of the record, including its header of three bytes. */
  readonly offset: number
  readonly bytes: number
  readonly scale: number
  readonly read: ((view: DataView, at: number) => number) | null
}

export const HEADER_BYTES = 3

/** A kind of record as its FMT describes it. */
export class RecordFormat {
  readonly type: number
  readonly name: string
  readonly length: number
  readonly fields: readonly LogField[]
  readonly #byName: ReadonlyMap<string, LogField>
  readonly #kinds: string[] = []
  readonly #instance: LogField | undefined
  /** From FMTU: a letter for each field, to be looked up in UNIT and MULT. */
  unitLetters = ''
  multiplierLetters = ''

  private constructor(type: number, name: string, length: number, fields: readonly LogField[]) {
    this.type = type
    this.name = name
    this.length = length
    this.fields = fields
    this.#byName = new Map(fields.map((field) => [field.name, field]))
    this.#instance = fields.find(
      (field) => /^(I|Inst|Instance)$/.test(field.name) && field.bytes === 1,
    )
  }

  /** Null if letters, names and length do not match: a damaged FMT. */
  static of(
    type: number,
    name: string,
    length: number,
    letters: string,
    columns: string,
  ): RecordFormat | null {
    if (!/^[A-Za-z0-9_]{1,4}$/.test(name)) return null
    const names = columns === '' ? [] : columns.split(',')
    if (letters.length === 0 || names.length > letters.length) return null
    const fields: LogField[] = []
    let offset = HEADER_BYTES
    for (let i = 0; i < letters.length; i++) {
      const kind = TYPES[letters[i]!]
      if (kind === undefined) return null
      if (names[i] !== undefined)
        fields.push({ name: names[i]!, type: letters[i]!, offset, ...kind })
      offset += kind.bytes
    }
    return offset === length ? new RecordFormat(type, name, length, fields) : null
  }

  field(name: string): LogField | undefined {
    return this.#byName.get(name)
  }

  /** NaN if there is no number with that name. */
  number(view: DataView, at: number, name: string): number {
    const field = this.#byName.get(name)
    return field?.read == null ? NaN : field.read(view, at + field.offset) * field.scale
  }

  /** `GPS`, or `GPS[1]` for a second receiver. */
  kind(view: DataView, at: number): string {
    if (this.#instance === undefined) return this.name
    const instance = this.instance(view, at)
    return (this.#kinds[instance] ??= instance === 0 ? this.name : `${this.name}[${instance}]`)
  }

  instance(view: DataView, at: number): number {
    return this.#instance === undefined
      ? 0
      : this.#instance.read!(view, at + this.#instance.offset) & 0xff
  }
}

export const FMT_TYPE = 128

/** The only format known in advance; all others are defined by its records. */
export const FMT = RecordFormat.of(FMT_TYPE, 'FMT', 89, 'BBnNZ', 'Type,Length,Name,Format,Columns')!

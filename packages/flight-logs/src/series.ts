import { LIMITS } from './flight-log.ts'
import type { SeriesInfo } from './flight-log.ts'

export type SeriesField = { readonly name: string; readonly unit: string | null }

/** The series that a log offers for charts: each kind of record with its fields and its count. */
export class SeriesCatalog {
  readonly #kinds = new Map<string, { fields: readonly SeriesField[]; count: number }>()

  /** Counts a record; `fields` is called once per kind. */
  count(kind: string, fields: () => readonly SeriesField[]): void {
    const known = this.#kinds.get(kind)
    if (known !== undefined) known.count++
    else if (this.#kinds.size < LIMITS.formats)
      this.#kinds.set(kind, { fields: fields(), count: 1 })
  }

  list(): SeriesInfo[] {
    const all: SeriesInfo[] = []
    for (const [kind, { fields, count }] of [...this.#kinds].sort(([a], [b]) => (a < b ? -1 : 1))) {
      for (const field of fields) {
        if (all.length >= LIMITS.series) return all
        all.push({ name: `${kind}.${field.name}`, unit: field.unit, count })
      }
    }
    return all
  }
}

export type CapturedSeries = {
  readonly name: string
  unit: string | null
  localMs: number[]
  runs: number[]
  values: number[]
  stride: number
  seen: number
}

/**
 * Values of the wanted series only. A series too long is thinned evenly, so that its memory is
 * bounded.
 */
export class SeriesCapture {
  readonly #byKind = new Map<string, Map<string, CapturedSeries>>()

  constructor(names: readonly string[]) {
    for (const name of names.slice(0, LIMITS.seriesAtOnce)) {
      const dot = name.lastIndexOf('.')
      // kinds may contain dots too; not every split is tried, since only ULog's nested fields
      // contain dots
      for (const [kind, field] of cuts(name, dot)) {
        const fields = this.#byKind.get(kind) ?? new Map<string, CapturedSeries>()
        if (!fields.has(field))
          fields.set(field, {
            name,
            unit: null,
            localMs: [],
            runs: [],
            values: [],
            stride: 1,
            seen: 0,
          })
        this.#byKind.set(kind, fields)
      }
    }
  }

  /** The wanted fields of a kind of record. */
  of(kind: string): ReadonlyMap<string, CapturedSeries> | undefined {
    return this.#byKind.get(kind)
  }

  all(): CapturedSeries[] {
    return [...this.#byKind.values()]
      .flatMap((fields) => [...fields.values()])
      .filter((one) => one.values.length > 0)
  }
}

function cuts(name: string, last: number): [kind: string, field: string][] {
  const first = name.indexOf('.')
  const ways = new Set([first, last].filter((dot) => dot > 0))
  return [...ways].map((dot) => [name.slice(0, dot), name.slice(dot + 1)])
}

export function capture(series: CapturedSeries, run: number, localMs: number, value: number): void {
  if (series.seen++ % series.stride !== 0) return
  series.localMs.push(localMs)
  series.runs.push(run)
  series.values.push(value)
  if (series.values.length < LIMITS.samplesASeries) return
  const kept = <T>(list: T[]) => list.filter((_, i) => i % 2 === 0)
  series.localMs = kept(series.localMs)
  series.runs = kept(series.runs)
  series.values = kept(series.values)
  series.stride *= 2
}

// What the program measures, as Prometheus reads it. One process has one of these, no matter which
// addresses serve it.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { watchStalls } from '../workers/stalls.ts'

/** One number for each value of a label: `{ label: 'pool', values: { consoles: 3 } }`. */
type Labelled = { label: string; values: Readonly<Record<string, number>> }
export type FigureValues = Readonly<Record<string, number | Labelled>>
/** Metrics of other parts: current values by name with unit. A source that fails is left out. */
export type Figures = () => FigureValues | Promise<FigureValues>

type Reading = { type: string; text: string }

export type Meters = {
  answered: (route: string, status: number, seconds: number) => void
  /** A device's message is on disk, so long after it arrived. */
  acknowledged: (elapsedMs: number) => void
  addFigures: (figures: Figures) => void
  read: () => Promise<Reading>
  stop: () => void
}

export const createMeters = (): Meters => {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'swath_http_request_duration_seconds',
    help: 'Time to answer',
    labelNames: ['route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5],
    registers,
  })
  const acknowledgement = new Histogram({
    name: 'swath_gateway_acknowledgement_seconds',
    help: 'Time from the arrival of a message until it is on disk, when it is acknowledged',
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10],
    registers,
  })
  const stall = new Histogram({
    name: 'swath_loop_stall_seconds',
    help: 'How late a beat of 20 ms came: for so long nobody was acknowledged or answered',
    buckets: [0.01, 0.05, 0.1, 0.2, 0.5, 1, 5, 20],
    registers,
  })
  const stalls = watchStalls((lateMs) => stall.observe(lateMs / 1000))
  const longest = new Gauge({
    name: 'swath_loop_longest_stall_seconds',
    help: 'The longest since the last time that this was read',
    registers,
  })
  const sources: Figures[] = []
  const readAll = async (): Promise<Reading> => {
    longest.set(stalls.longest().lateMs / 1000)
    const read = await Promise.allSettled(sources.map(async (figures) => figures()))
    const values = read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    const texts = await Promise.all([
      registry.metrics(),
      writeFigures(Object.assign({}, ...values)),
    ])
    return { type: registry.contentType, text: texts.join('\n') }
  }
  /** One reading for all who ask meanwhile: it queries the database. */
  let reading: Promise<Reading> | null = null

  return {
    answered: (route, status, seconds) =>
      duration.observe({ route, status: String(status) }, seconds),
    acknowledged: (elapsedMs) => acknowledgement.observe(elapsedMs / 1000),
    addFigures: (figures) => void sources.push(figures),
    read: () =>
      (reading ??= readAll().finally(() => {
        reading = null
      })),
    stop: () => stalls.stop(),
  }
}

/**
 * In a registry of this moment, so that values that cannot be read, as while the database is away,
 * are left out rather than repeated. A name that ends in `_total` is a counter, which began at zero
 * with the program.
 */
const writeFigures = (figures: FigureValues): Promise<string> => {
  const registry = new Registry()
  for (const [figure, value] of Object.entries(figures)) {
    const labelNames = typeof value === 'number' ? [] : [value.label]
    const Metric = figure.endsWith('_total') ? Counter : Gauge
    const metric = new Metric({
      name: `swath_${figure}`,
      help: figure,
      labelNames,
      registers: [registry],
    })
    if (typeof value === 'number') metric.inc(value)
    else
      for (const [name, number] of Object.entries(value.values))
        metric.inc({ [value.label]: name }, number)
  }
  return registry.metrics()
}

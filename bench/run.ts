// npm run bench [name …] [--quick] [--rounds n] [--seconds n] [--entries n] [--records n] [--base
// FOLDER]: runs the benchmarks, one after the other, each in a separate process; without names all
// except `isolation`, `lists`, `figures`, `plots`, `search`, `ledger`, `campaign`, `stalls`,
// `faults`, `failover`, `upgrade`, `backup`, `webhooks`, `archive` and `fleet-100k`. JSON lines on standard output; progress, and a table at the end, on standard
// error.
import { createInterface } from 'node:readline'
import { say } from './measure.ts'
import { start } from './processes.ts'

const benches = [
  'live-grid',
  'zone-check',
  'point-path',
  'covered-area',
  'kept-ground',
  'track-blob',
  'planner',
  'flight-logs',
  'playback',
  'ingest',
  'fleet-10k',
] as const
/** Run only if named: they write data for minutes before they measure. */
const long = [
  'isolation',
  'lists',
  'figures',
  'plots',
  'search',
  'ledger',
  'campaign',
  'stalls',
  'upgrade',
  'failover',
  'faults',
  'backup',
  'webhooks',
  'archive',
  'fleet-100k',
] as const

type Line = { bench: string; variant: string; metric: string; load?: string } & (
  | { value: number; unit: string }
  | { ratio: number; base: string }
)

const names = process.argv
  .slice(2)
  .filter(
    (argument, i, all) =>
      !argument.startsWith('--') &&
      !/^--(rounds|seconds|entries|records|base|from|flown|drain|faults|minutes|setup|seed|kinds|log|ttl)$/.test(
        all[i - 1] ?? '',
      ),
  )
const flagsGiven = process.argv.slice(2).filter((argument) => !names.includes(argument))
const unknown = names.filter((name) => !([...benches, ...long] as readonly string[]).includes(name))
if (unknown.length > 0) {
  say(`There is no benchmark ${unknown.join(', ')}; there are ${[...benches, ...long].join(', ')}`)
  process.exit(64)
}

const lines: Line[] = []
const failed: string[] = []
const startedMs = performance.now()
for (const name of names.length > 0 ? names : benches) {
  say(`${name} …`)
  const child = start(process.execPath, [
    new URL(`${name}.ts`, import.meta.url).pathname,
    ...flagsGiven,
  ])
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', resolve)
  })
  for await (const line of createInterface({ input: child.stdout! })) {
    process.stdout.write(`${line}\n`)
    lines.push(JSON.parse(line))
  }
  if ((await ended) !== 0) failed.push(name)
}

const text = (line: Line): [string, string] => {
  const what = [line.bench, line.load, line.variant, line.metric].filter(Boolean).join(' · ')
  return 'ratio' in line
    ? [`${what} ÷ ${line.base}`, `× ${line.ratio}`]
    : [what, `${line.value} ${line.unit}`]
}
const table = lines.map(text)
const width = Math.max(0, ...table.map(([what]) => what.length))
say('')
for (const [what, figure] of table) say(`${what.padEnd(width)}  ${figure}`)
say(
  `\n${lines.length} lines in ${Math.round((performance.now() - startedMs) / 1000)} s${failed.length > 0 ? `; FAILED: ${failed.join(', ')}` : ''}`,
)
process.exit(failed.length > 0 ? 1 : 0)

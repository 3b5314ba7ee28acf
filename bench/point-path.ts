// The cost of a point from a message to the columns and back, in nanoseconds: parsing its JSON,
// checking it, appending it to a table, reading it from one. With --base FOLDER, a work tree of an
// earlier commit, both are run side by side, round by round.
import { parseArgs } from 'node:util'
import { flags, interleaved, median, report, reportRatio } from './measure.ts'
import type { Round } from './point-path-process.ts'
import { startScript } from './processes.ts'

const bench = 'point-path'
const { values } = parseArgs({ strict: false, options: { base: { type: 'string' } } })
const ownTree = new URL('..', import.meta.url).pathname
const trees: Record<string, string> =
  typeof values['base'] === 'string' ? { base: values['base'], new: ownTree } : { new: ownTree }
const rounds = flags.quick ? 5 : 60
const warmUps = flags.quick ? 2 : 20

const script = new URL('point-path-process.ts', import.meta.url)
const processes = await Promise.all(
  Object.entries(trees).map(async ([name, tree]) => {
    const talker = startScript(script, [tree])
    await talker.ready()
    return [name, talker] as const
  }),
)

for (const fields of ['usual', 'mixed'] as const) {
  const run = Object.fromEntries(
    processes.map(([name, talker]) => [name, () => talker.ask<Round>({ do: fields })]),
  )
  await interleaved(warmUps, run)
  const results = await interleaved(rounds, run)
  for (const step of ['read', 'check', 'append', 'at'] as const) {
    const ns = (name: string): number => median(results[name]!.map((round) => round[step]))
    for (const [name] of processes)
      report(bench, name, step, ns(name), 'ns/point', rounds, { fields })
    if (results['base'])
      reportRatio(bench, step, 'new', 'base', ns('new') / ns('base'), rounds, { fields })
  }
}
for (const [, talker] of processes) await talker.ask({ do: 'end' })
process.exit(0)

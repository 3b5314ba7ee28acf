// npm run proof [-- --faults N | --saved]: runs the campaigns of faults, and writes docs/proof.md
// with the date, the machine and the results; with --saved those of the last runs of `npm run bench
// faults` on this machine. Exit code 1 if a result is bad; it is written all the same.
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, release, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { isClean, runCampaign, type Campaign, type CampaignResult } from './faults/campaign.ts'
import { natsCanSync, natsVersion } from './faults/cluster-servers.ts'
import { plants, type Plant } from './faults/plants.ts'
import { setups } from './faults/world.ts'
import { readResult, saveResult, type Saved } from './faults/saved-results.ts'
import { say } from './measure.ts'

const { values } = parseArgs({
  options: {
    faults: { type: 'string', default: '500' },
    seed: { type: 'string' },
    saved: { type: 'boolean', default: false },
  },
})
/** In each set-up. */
const faults = Number(values.faults)
const seed = values.seed === undefined ? randomInt(1e9) : Number(values.seed)
const drones = 8
const sayFor = (text: string): void => say(`proof: ${text}`)

const number = (value: number): string => value.toLocaleString('en-US')
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
const row = (cells: readonly (string | number)[]): string =>
  `| ${cells.map((cell) => (typeof cell === 'number' ? number(cell) : cell)).join(' | ')} |`
const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [row(head), row(head.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(row)].join('\n')

const readVersion = (command: string, pattern: RegExp): string =>
  (existsSync(command) &&
    pattern.exec(spawnSync(command, ['--version'], { encoding: 'utf8' }).stdout)?.[1]) ||
  'not installed'

const describeMachine = (): string => {
  const memoryGib = Math.round(totalmem() / 2 ** 30)
  const postgres = readVersion('/usr/lib/postgresql/15/bin/postgres', /(\d+\.\d+)/)
  return `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${memoryGib} GiB, Linux ${release()}, Node.js ${process.versions.node}, the embedded PostgreSQL, PostgreSQL ${postgres} and nats-server ${natsVersion()} of the cluster; load average ${loadavg()[1]!.toFixed(0)} in the last five minutes, the campaigns and everything else included`
}

/** @param name under which the result is saved */
const run = async (name: string, campaign: Partial<Campaign>): Promise<Saved | undefined> => {
  if (values.saved) return readResult(name)
  const usual: Campaign = { setup: 'embedded', faults, seed, drones, say: sayFor }
  return saveResult(name, await runCampaign({ ...usual, ...campaign }))
}

const notRun: string[] = []
const campaigns: Saved[] = []
for (const setup of setups) {
  const saved = await run(setup, { setup })
  if (saved) campaigns.push(saved)
  else notRun.push(`the campaign of the set-up ${setup}`)
}
const results = campaigns.map(({ result }) => result)
const planted: { plant: Plant; result: CampaignResult }[] = []
for (const plant of plants) {
  const saved = await run(plant.name, { plant, kinds: plant.kinds, faults: plant.faults })
  if (saved) planted.push({ plant, result: saved.result })
  else notRun.push(`the planted bug “${plant.name}”`)
}

const totals = table(
  [
    'set-up',
    'date',
    'faults',
    'acknowledged',
    'stored',
    'lost',
    'doubled',
    'wrong',
    'longest without an answer',
    'minutes',
  ],
  campaigns.map(({ at, result: one }) => [
    ...[
      one.setup,
      at.slice(0, 10),
      one.faults,
      one.acknowledged,
      one.stored,
      one.lost,
      one.doubled,
      one.wrong,
    ],
    `${seconds(one.longestMs)} (${one.longestUnder})`,
    (one.seconds / 60).toFixed(0),
  ]),
)
const names = [...new Set(results.flatMap(({ kinds }) => kinds.map(({ name }) => name)))]
const byKind = table(
  ['fault', ...results.flatMap(({ setup }) => [setup, 'longest without an answer'])],
  names.map((name) => [
    name,
    ...results.flatMap(({ kinds }) => {
      const kind = kinds.find((one) => one.name === name)
      return kind ? [kind.faults, seconds(kind.longestMs)] : ['', '']
    }),
  ]),
)
const noticed = ({ plant, result }: (typeof planted)[number]): boolean => result[plant.shows] > 0
const plantedTable = table(
  ['planted bug', 'faults', 'lost', 'doubled', 'wrong', 'noticed'],
  planted.map((one) => [
    ...[one.plant.name, one.result.faults, one.result.lost, one.result.doubled, one.result.wrong],
    noticed(one) ? 'yes' : 'NO',
  ]),
)
const broken = results.flatMap(({ setup, broken: why }) =>
  why === null ? [] : [`- ${setup}, ${why}`],
)
const isGood = results.every(isClean) && planted.every(noticed)
const isComplete = notRun.length === 0
if (!natsCanSync())
  notRun.push(
    `power failures of the NATS servers, because nats-server ${natsVersion()} has no \`sync_interval: always\`, without which they lose acknowledged messages (a gateway refuses to start on it unless \`NATS_UNSAFE_ACK=1\` accepts that)`,
  )

writeFileSync(
  new URL('../docs/proof.md', import.meta.url),
  `# Proof: faults under traffic

Written by \`npm run proof\` on ${new Date().toISOString().slice(0, 10)}; do not edit. Seeds ${results.map((one) => one.seed).join(' and ')}. ${isGood ? '' : '**Not all results are good.** '}[Decision 133](decisions/133-faults.md) describes what is simulated, how
it is judged, and what is not covered.

Machine: ${describeMachine()}.

Each campaign applies one fault after the other to a running installation, while ${drones} drones fly, people move money and consoles read. Everything that was
acknowledged is written down outside the product and compared with what is stored afterwards: points, take-offs and landings, flights with their area and charge, credits, recharges
and damages, uploaded files, and the chains of records, books and audit logs.

${totals}

"Longest without an answer" is the longest time in which one drone, person or reader had no answer, the fault included.
${broken.length > 0 ? `\nEnded early:\n\n${broken.join('\n')}\n` : ''}
${byKind}

The same campaigns on a product with a planted bug, in the embedded set-up:

${plantedTable}
${notRun.length > 0 ? `\n*Not run*: ${notRun.join('; ')}.\n` : ''}`,
)
say(
  `proof: docs/proof.md is written; ${isGood ? 'all results are good' : 'NOT all results are good'}`,
)
process.exit(isGood && isComplete ? 0 : 1)

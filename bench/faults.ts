// Faults: kills, pauses, partitions, wrong clocks, power failures, changed bits, full and slow disks,
// absent services, on a running installation under traffic of drones, money and consoles.
//   --faults N           1,000 by default; 40 with --quick
//   --minutes N          ends after this time, with fewer faults
//   --setup embedded     one program with its embedded PostgreSQL; `cluster`: several processes of
//                        each role, PostgreSQL 15 and three NATS servers
//   --seed N             the same faults in the same order
//   --kinds A,B          only these kinds
//   --planted            plants one bug after the other; each campaign must notice its bug
// Exit code 1 if anything acknowledged is lost, doubled or wrong, or a planted bug is not noticed.
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { isClean, runCampaign, type Campaign, type CampaignResult } from './faults/campaign.ts'
import { plants } from './faults/plants.ts'
import { saveResult } from './faults/saved-results.ts'
import { setups, type Setup } from './faults/world.ts'
import { flags, report, say } from './measure.ts'

const bench = 'faults'
const { values } = parseArgs({
  args: process.argv.slice(2),
  strict: false,
  options: {
    faults: { type: 'string' },
    minutes: { type: 'string' },
    setup: { type: 'string', default: 'embedded' },
    seed: { type: 'string' },
    kinds: { type: 'string' },
    planted: { type: 'boolean', default: false },
  },
})
const setup = setups.find((name) => name === values['setup'])
if (!setup) {
  say(`--setup is ${setups.join(' or ')}`)
  process.exit(64)
}
const seed = typeof values['seed'] === 'string' ? Number(values['seed']) : randomInt(1e9)
const count =
  typeof values['faults'] === 'string' ? Number(values['faults']) : flags.quick ? 40 : 1_000
const minutes = typeof values['minutes'] === 'string' ? Number(values['minutes']) : undefined
const drones = 8

const tell = (variant: string, result: CampaignResult): void => {
  const { acknowledged, stored, lost, doubled, wrong } = result
  const about = { setup: result.setup, seed: result.seed }
  for (const { name, faults, longestMs } of result.kinds)
    report(bench, name, 'longest without an answer', longestMs / 1000, 's', faults, about)
  for (const [metric, value] of Object.entries({ acknowledged, stored, lost, doubled, wrong }))
    report(bench, variant, metric, value, 'count', result.faults, about)
  report(bench, variant, 'longest without an answer', result.longestMs / 1000, 's', result.faults, {
    ...about,
    under: result.longestUnder,
    seconds: Math.round(result.seconds),
    outside: result.outside,
  })
  for (const problem of result.problems) say(`  ${problem}`)
  if (result.broken !== null) say(`  ended early: ${result.broken}`)
}

const run = (given: Partial<Campaign> & { setup: Setup }): Promise<CampaignResult> =>
  runCampaign({
    faults: count,
    minutes,
    seed,
    drones,
    say: (text) => say(`${bench}: ${text}`),
    ...given,
  })

let isGood = true
if (values['planted'] === true)
  for (const plant of plants) {
    const result = await run({ setup, plant, kinds: plant.kinds, faults: plant.faults })
    tell(`planted: ${plant.name}`, result)
    saveResult(plant.name, result)
    const isNoticed = result[plant.shows] > 0
    say(`${bench}: ${isNoticed ? 'noticed' : 'MISSED'}: ${plant.name}`)
    isGood &&= isNoticed
  }
else {
  const kinds = typeof values['kinds'] === 'string' ? values['kinds'].split(',') : undefined
  const result = await run({ setup, kinds })
  tell('all', result)
  if (kinds === undefined) saveResult(setup, result)
  isGood = isClean(result)
  if (!isGood)
    say(
      `${bench}: repeat with npm run bench faults -- --setup ${setup} --seed ${seed} --faults ${count}`,
    )
}
process.exit(isGood ? 0 : 1)

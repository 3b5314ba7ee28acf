// A short form of `npm run bench faults`, and power failures with and without synced commits.
import { describe, expect, test } from 'vitest'
import { runCampaign } from './campaign.ts'
import { whyNoMachines } from './machine.ts'
import { plants } from './plants.ts'

const short = { setup: 'embedded', drones: 4, say: () => undefined } as const
const power = { ...short, kinds: ['power failure'], faults: 2, seed: 1 }
const nothingWrong = { lost: 0, doubled: 0, wrong: 0, broken: null, problems: [] }

describe.skipIf(whyNoMachines() !== null)('on machines whose power can fail', () => {
  test('nothing acknowledged is lost, doubled or wrong after a fault of each kind', async () => {
    const result = await runCampaign({ ...short, faults: 13, seed: 133 })
    expect(result).toMatchObject({ ...nothingWrong, faults: 13 })
    expect(result.acknowledged).toBeGreaterThan(500)
  }, 300_000)

  test('power failures lose nothing that was acknowledged', async () => {
    expect(await runCampaign(power)).toMatchObject({ ...nothingWrong, faults: 2 })
  }, 300_000)

  test('they do if commits are confirmed before they are synced', async () => {
    const plant = plants.find(({ name }) => name === 'commits confirmed before they are synced')!
    expect((await runCampaign({ ...power, plant })).lost).toBeGreaterThan(0)
  }, 300_000)
})

import { describe, expect, test } from 'vitest'
import {
  countInTurn,
  decideRollout,
  isGoodSteps,
  maySteer,
  moveDrone,
  noDrones,
  type Rollout,
  type RolloutDroneState,
  type Tallies,
  type Tally,
} from './firmware-rollout.ts'

const rollout: Rollout = {
  steps: [1, 10, 50, 100],
  passPercent: 80,
  errorPercent: 5,
  errorLeast: 2,
  soakMin: 0,
  goesBack: true,
  state: 'running',
  step: 0,
  droneNum: 1000,
  passedAtMs: null,
}
const tally = (some: Partial<Tally>): Tally => ({ ...noDrones, ...some })
const tallies = (inTurn: Partial<Tally>, forward: Partial<Tally> = inTurn): Tallies => ({
  inTurn: tally(inTurn),
  forward: tally(forward),
  back: noDrones,
})

describe('a roll-out', () => {
  test('counts the drones of a step, at least one', () => {
    expect([0, 1, 2, 3].map((step) => countInTurn({ ...rollout, step }))).toEqual([
      10, 100, 500, 1000,
    ])
    expect(countInTurn({ ...rollout, droneNum: 3 })).toBe(1)
  })

  test('continues when enough drones of the step have it, not before', () => {
    expect(decideRollout(rollout, tallies({ installed: 7, offered: 3 }), 0)).toBeNull()
    expect(decideRollout(rollout, tallies({ installed: 8, offered: 2 }), 0)).toEqual({
      kind: 'next',
      step: 1,
    })
  })

  test('waits its time after a success', () => {
    const slow = { ...rollout, soakMin: 60 }
    const good = tallies({ installed: 10 })
    expect(decideRollout(slow, good, 0)).toEqual({ kind: 'passed' })
    expect(decideRollout({ ...slow, passedAtMs: 1000 }, good, 3_600_999)).toBeNull()
    expect(decideRollout({ ...slow, passedAtMs: 1000 }, good, 3_601_000)).toEqual({
      kind: 'next',
      step: 1,
    })
  })

  test('stops at its threshold, and one failure of one drone does not reach it', () => {
    expect(decideRollout(rollout, tallies({ failed: 1, offered: 9 }), 0)).toBeNull()
    expect(decideRollout(rollout, tallies({ failed: 2, offered: 8 }), 0)).toEqual({
      kind: 'stop',
      goesBack: true,
    })
    // 5 of 100 are within 5 %, 6 of 100 are not
    const second = { ...rollout, step: 1 }
    expect(decideRollout(second, tallies({ installed: 95, failed: 5 }), 0)).toMatchObject({
      kind: 'next',
    })
    expect(decideRollout(second, tallies({ installed: 94, failed: 6 }), 0)).toMatchObject({
      kind: 'stop',
    })
  })

  test('stops where all of a step have ended without success', () => {
    const strict = { ...rollout, errorLeast: 50 }
    expect(decideRollout(strict, tallies({ installed: 5, failed: 5 }), 0)).toMatchObject({
      kind: 'stop',
    })
  })

  test('finishes when every drone has ended', () => {
    const last = { ...rollout, step: 3 }
    expect(decideRollout(last, tallies({ installed: 990, waiting: 10 }), 0)).toBeNull()
    expect(decideRollout(last, tallies({ installed: 990, failed: 10 }), 0)).toEqual({
      kind: 'finish',
    })
  })

  test('does nothing while it is paused, and is rolled back when all drones are', () => {
    expect(decideRollout({ ...rollout, state: 'paused' }, tallies({ failed: 10 }), 0)).toBeNull()
    const back = { ...rollout, state: 'rolling_back' } as const
    const going = { ...tallies({}), back: tally({ offered: 1, installed: 9 }) }
    expect(decideRollout(back, going, 0)).toBeNull()
    expect(decideRollout(back, { ...going, back: tally({ installed: 10 }) }, 0)).toEqual({
      kind: 'rolledBack',
    })
  })

  test('1,000 drones with a build of which three in ten fail: fewer than 5 % are ever offered it', () => {
    const drones: RolloutDroneState[] = Array.from({ length: 1000 }, () => 'waiting')
    let now: Rollout = rollout
    const count = (until: number): Tally => {
      const counted = { ...noDrones } as Record<RolloutDroneState, number>
      for (const state of drones.slice(0, until)) counted[state]++
      return counted
    }
    for (let turn = 0; turn < 5000 && now.state === 'running'; turn++) {
      const next = drones.indexOf('waiting')
      if (next >= 0 && next < countInTurn(now))
        drones[next] = next % 10 < 3 ? 'failed' : 'installed'
      const decision = decideRollout(
        now,
        { inTurn: count(countInTurn(now)), forward: count(1000), back: noDrones },
        0,
      )
      if (decision?.kind === 'next') now = { ...now, step: decision.step }
      if (decision?.kind === 'stop') now = { ...now, state: 'stopped' }
    }
    expect(now.state).toBe('stopped')
    expect(drones.filter((state) => state !== 'waiting').length).toBeLessThan(50)
  })
})

test('a report moves a drone forward once, and the final result may arrive late', () => {
  expect(moveDrone('offered', 'downloading')).toBe('downloading')
  expect(moveDrone('verified', 'downloading')).toBeNull()
  expect(moveDrone('installed', 'installed')).toBeNull()
  expect(moveDrone('installed', 'failed')).toBe('failed')
  expect(moveDrone('withdrawn', 'installed')).toBe('installed')
  expect(moveDrone('waiting', 'installed')).toBeNull()
  expect(moveDrone('failed', 'installed')).toBeNull()
})

test('available actions follow from the state', () => {
  const may = (state: Rollout['state'], canGoBack = true) =>
    (['pause', 'resume', 'rollBack', 'cancel'] as const).filter((step) =>
      maySteer({ state, canGoBack }, step),
    )
  expect(may('running')).toEqual(['pause', 'rollBack', 'cancel'])
  expect(may('stopped', false)).toEqual(['resume', 'cancel'])
  expect(may('finished')).toEqual(['rollBack'])
  expect(may('rolled_back')).toEqual([])
})

test('steps grow to 100', () => {
  expect(isGoodSteps([1, 10, 100])).toBe(true)
  for (const steps of [[], [50], [10, 10, 100], [0, 100], [10, 5, 100], [100, 101]])
    expect(isGoodSteps(steps), String(steps)).toBe(false)
})

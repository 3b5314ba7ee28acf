import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  keepSteering,
  leaveSteering,
  settleSteering,
  steeringLapseMs,
  takeSteering,
  type Steerer,
  type Steering,
} from './steering.ts'

const person = (name: string): Steerer => ({ userId: name, userName: name, accountName: 'A' })
const nobody: Steering = { holder: null, queue: [] }
const [ann, ben, cat] = [person('ann'), person('ben'), person('cat')]
const inWords = ({ holder, queue }: Steering): string =>
  [holder?.userId ?? '-', ...queue.map(({ userId }) => userId)].join(' ')

describe('control of a drone', () => {
  test('the first person takes it; others request it in turn, and requesting twice changes nothing', () => {
    let state = takeSteering(nobody, ann, 0)
    state = takeSteering(state, ben, 1)
    state = takeSteering(state, cat, 2)
    state = takeSteering(state, ben, 3)
    expect(inWords(takeSteering(state, ann, 4))).toBe('ann ben cat')
    expect(inWords(leaveSteering(state, 'ann', 5))).toBe('ben cat')
    expect(inWords(leaveSteering(state, 'ben', 5))).toBe('ann cat')
  })

  test('without a heartbeat control ends, and the next in the queue gets it', () => {
    let state = takeSteering(takeSteering(nobody, ann, 0), ben, 1000)
    state = keepSteering(state, 'ben', 40_000)
    expect(inWords(settleSteering(state, steeringLapseMs - 1))).toBe('ann ben')
    expect(inWords(settleSteering(state, steeringLapseMs))).toBe('ben')
    expect(inWords(settleSteering(takeSteering(nobody, ann, 0), steeringLapseMs))).toBe('-')
  })

  test('a heartbeat grants nothing new', () => {
    expect(inWords(keepSteering(nobody, 'ann', 0))).toBe('-')
    expect(inWords(keepSteering(takeSteering(nobody, ann, 0), 'ben', 1))).toBe('ann')
  })
})

test('after any actions, one person steers, no one is in the queue twice, and no one waits while control is free', () => {
  const step = fc.tuple(
    fc.constantFrom('take', 'keep', 'leave'),
    fc.constantFrom(ann, ben, cat),
    fc.integer({ min: 0, max: 90_000 }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let [state, nowMs] = [nobody, 0]
      for (const [what, who, laterMs] of steps) {
        nowMs += laterMs
        state =
          what === 'take'
            ? takeSteering(state, who, nowMs)
            : what === 'keep'
              ? keepSteering(state, who.userId, nowMs)
              : leaveSteering(state, who.userId, nowMs)
        const all = [state.holder, ...state.queue].flatMap((one) => one?.userId ?? [])
        expect(new Set(all).size).toBe(all.length)
        expect(state.holder === null && state.queue.length > 0).toBe(false)
      }
    }),
  )
})

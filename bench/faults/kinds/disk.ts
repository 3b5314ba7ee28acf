// A disk without free space, and a disk that answers late.
import { setTimeout as sleep } from 'node:timers/promises'
import { pick, type Fault } from '../fault.ts'

export const diskFull: Fault = {
  name: 'disk full',
  setups: ['embedded', 'cluster'],
  weight: 2,
  seconds: [0.3, 1.5],
  apply: async ({ machines }, random) => pick(machines, random).fill(),
}

export const slowDisk: Fault = {
  name: 'slow disk',
  setups: ['embedded', 'cluster'],
  weight: 12,
  seconds: [0.1, 0.8],
  apply: async ({ machines }, random) => {
    const machine = pick(machines, random)
    let isOver = false
    // Writes proceed for a moment between two stops, as on an overloaded disk.
    const slow = (async () => {
      while (!isOver) {
        machine.freeze()
        await sleep(50 + 250 * random())
        machine.thaw()
        await sleep(10)
      }
    })()
    return async () => {
      isOver = true
      await slow
    }
  },
}

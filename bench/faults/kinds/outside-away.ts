// The service of somebody else is away: it refuses connections, never answers, or fails. Maps have no
// such service: browsers load tiles of others directly.
import { pick, type Fault } from '../fault.ts'
import { outsideNames, type OutsideState } from '../outside.ts'

const states: readonly OutsideState[] = ['refusing', 'silent', 'failing']

export const outsideAway: readonly Fault[] = outsideNames.map((name) => ({
  name: `${name} away`,
  setups: ['embedded', 'cluster'],
  weight: 4,
  seconds: [0.2, 0.8],
  apply: async ({ outside }, random) => {
    await outside.set(name, pick(states, random))
    return () => outside.set(name, 'up')
  },
}))

// The clock of a program is set wrong, and right again.
import { pick, type Fault } from '../fault.ts'

/** Seconds. A clock that is ahead by hours ends sessions and flights early. */
const shifts = [-240, -60, -5, 5, 60, 240, 3_600, 7_200]

export const clockJump: Fault = {
  name: 'clock jump',
  setups: ['embedded', 'cluster'],
  weight: 12,
  seconds: [0.1, 0.8],
  apply: async ({ clocks }, random) => {
    const clock = pick(clocks, random)
    clock.shift(pick(shifts, random) * 1_000)
    return () => clock.shift(0)
  },
}

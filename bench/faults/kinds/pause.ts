// A process stops for a while, as on a machine that swaps or whose virtual machine is moved.
import { pick, signalAll, type Fault } from '../fault.ts'

export const pause: Fault = {
  name: 'process paused',
  setups: ['embedded', 'cluster'],
  weight: 16,
  seconds: [0.05, 0.8],
  apply: async ({ programs, servers, machines, victims }, random) => {
    const { name, pids } = pick([...programs, ...servers], random)
    victims.push(name)
    const paused = { name, pids: () => stopped }
    const stopped = pids()
    signalAll(paused, 'SIGSTOP')
    return () => {
      signalAll(paused, 'SIGCONT')
      for (const machine of machines) machine.wake()
    }
  },
}

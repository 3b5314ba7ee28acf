// A process ends without any preparation (kill -9).
import { nothing, pick, signalAll, type Fault } from '../fault.ts'

export const killProgram: Fault = {
  name: 'program killed',
  setups: ['embedded', 'cluster'],
  weight: 2,
  seconds: [0, 0.3],
  apply: async ({ programs, victims }, random) => {
    const program = pick(programs, random)
    victims.push(program.name)
    signalAll(program, 'SIGKILL')
    return nothing
  },
}

/** One process of a server: PostgreSQL then restarts all of them. */
export const killServer: Fault = {
  name: 'database or NATS killed',
  setups: ['embedded', 'cluster'],
  weight: 4,
  seconds: [0, 0.3],
  apply: async ({ servers, victims }, random) => {
    const { name, pids } = pick(servers, random)
    const victim = pick(pids(), random)
    victims.push(name)
    signalAll({ name, pids: () => [victim] }, 'SIGKILL')
    return nothing
  },
}

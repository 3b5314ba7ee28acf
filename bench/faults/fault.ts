// The interface of a kind of fault.
import type { Setup, Victim, World } from './world.ts'

export type Random = () => number

export type Fault = {
  name: string
  setups: readonly Setup[]
  /** How often it is drawn, compared with the others. */
  weight: number
  /** How long it lasts, s: the limits of a random time. */
  seconds: readonly [number, number]
  /** Begins the fault. @returns what ends it; the world is then brought up again */
  apply(world: World, random: Random): Promise<() => Promise<void> | void>
}

export const pick = <T>(list: readonly T[], random: Random): T => {
  if (list.length === 0) throw new Error('There is nothing to choose from')
  return list[Math.floor(random() * list.length)]!
}

export const between = ([least, most]: readonly [number, number], random: Random): number =>
  least + (most - least) * random()

/** Sends a signal to all processes of a victim; those that have just ended are left out. */
export const signalAll = ({ pids }: Victim, signal: NodeJS.Signals): void => {
  for (const pid of pids())
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
}

export const nothing = (): void => undefined

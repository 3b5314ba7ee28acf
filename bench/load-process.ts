// The simulator's load generator, as a separate process.
import type { LoadCommand } from '@swath/simulator/load'
import type { LoadReport } from '@swath/simulator/load-fleet'
import { startScript } from './processes.ts'

export type Load = {
  pid: number
  /** @returns the time it took, ms */
  connect(drones: number): Promise<number>
  run(command: Extract<LoadCommand, { do: 'pace' | 'flood' }>): Promise<LoadReport>
  writeAcknowledged(path: string): Promise<void>
  close(): Promise<void>
}

/** Opened a second; slower if the broker accepts them more slowly. */
const connectionsASecond = 3_000

/** @param part drones of the file: all by default */
export const startLoad = (
  url: string,
  credentialsPath: string,
  part?: { first: number; drones: number },
): Load => {
  const script = new URL('../apps/simulator/src/load.ts', import.meta.url)
  const process = startScript(script, [
    '--mqtt',
    url,
    '--credentials',
    credentialsPath,
    '--commands',
    ...(part ? ['--first', `${part.first}`, '--drones', `${part.drones}`] : []),
  ])
  const ask = <T>(command: LoadCommand): Promise<T> => process.ask<T>(command)
  return {
    pid: process.pid,
    connect: async (drones) =>
      (await ask<{ tookMs: number }>({ do: 'connect', drones, aSecond: connectionsASecond }))
        .tookMs,
    run: (command) => ask<LoadReport>(command),
    writeAcknowledged: async (path) => {
      await ask({ do: 'acknowledged', path })
    },
    close: async () => {
      await ask({ do: 'close' })
      await process.ended
    },
  }
}

// What the fleet's drones keep over a restart of the program, in one file: which commands they have
// heard, their route, and their firmware.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { emptyMemory, type CommandMemory } from './command-desk.ts'
import type { Route } from './improvise.ts'

export type DroneKeeps = {
  readonly commands: CommandMemory
  readonly route: Route | null
  /** What it was updated to; absent: nothing yet. */
  readonly firmware?: string
}

export type Memories = {
  of: (droneId: string) => DroneKeeps
  save: (droneId: string, keeps: DroneKeeps) => void
}

/** Null keeps nothing beyond the program. */
export function openMemories(path: string | null): Memories {
  const kept: Record<string, DroneKeeps> =
    path !== null && existsSync(path)
      ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, DroneKeeps>)
      : {}
  return {
    of: (droneId) => kept[droneId] ?? { commands: emptyMemory(), route: null },
    save: (droneId, keeps) => {
      kept[droneId] = keeps
      if (path === null) return
      // Whole or not at all: a half file would forget everything.
      writeFileSync(`${path}.new`, JSON.stringify(kept))
      renameSync(`${path}.new`, path)
    },
  }
}

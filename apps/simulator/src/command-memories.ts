// State of the fleet's drones that survives a restart of the program, in one file: received
// commands, route, and firmware.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { emptyMemory, type CommandMemory } from './command-desk.ts'
import type { Route } from './improvise.ts'

export type DroneKeeps = {
  readonly commands: CommandMemory
  readonly route: Route | null
  /** The version after the last update; absent: none yet. */
  readonly firmware?: string
}

export type Memories = {
  of: (droneId: string) => DroneKeeps
  save: (droneId: string, keeps: DroneKeeps) => void
}

/** With null, nothing is kept after the program ends. */
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
      // Replace the file atomically: a partially written one would lose everything.
      writeFileSync(`${path}.new`, JSON.stringify(kept))
      renameSync(`${path}.new`, path)
    },
  }
}

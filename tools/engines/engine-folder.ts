import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isRoot, untilReady, type Running } from './processes.ts'

/** A temporary folder of the engines' user, and the servers that run in it. */
export type EngineFolder = {
  path: string
  /** Returns the path of the file. */
  write: (name: string, text: string) => string
  /** Returns its path. */
  makeFolder: (name: string) => string
  /** Resolves when the server is ready. */
  start: (server: Running, isReady: () => Promise<boolean> | boolean) => Promise<void>
  /** Stops the servers, the last one first, and removes the folder. */
  stop: () => Promise<void>
}

const prefix = 'swath-engines-'

/** Folders of runs that were killed; their servers ended with them. */
const removeAbandoned = (): void => {
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(prefix))) {
    if (!existsSync(`/proc/${name.slice(prefix.length).split('-')[0]}`))
      rmSync(join(tmpdir(), name), { recursive: true, force: true })
  }
}

const readSystemId = (flag: '-u' | '-g'): number =>
  Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)

/** Changes a path's owner to the user that runs the engines. */
const own = (path: string): string => {
  if (isRoot) chownSync(path, readSystemId('-u'), readSystemId('-g'))
  return path
}

export const createEngineFolder = (): EngineFolder => {
  removeAbandoned()
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`))
  chmodSync(own(folder), 0o700)
  const running: Running[] = []
  return {
    path: folder,
    write: (name, text) => {
      const path = join(folder, name)
      writeFileSync(path, text, { mode: 0o600 })
      return own(path)
    },
    makeFolder: (name) => {
      const path = join(folder, name)
      mkdirSync(path)
      return own(path)
    },
    start: async (server, isReady) => {
      running.push(server)
      await untilReady(server, isReady)
    },
    stop: async () => {
      for (const server of running.splice(0).toReversed()) await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

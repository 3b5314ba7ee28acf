import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { randomUUID } from 'node:crypto'
import type { ListableStore } from './file-store.ts'

const isAbsent = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Ignores errors about files that do not exist or were removed meanwhile. */
const orNothing = (error: unknown): undefined => {
  if (!isAbsent(error)) throw error as Error
}
const namesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(orNothing)) ?? []

/** A synced file can still lose its name in a power failure: that is a part of its folder. */
const syncNamesIn = async (path: string): Promise<void> => {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Creates a folder whose name, and those of its parents, survive a power failure. */
const makeSyncedFolder = async (path: string): Promise<void> => {
  const first = await mkdir(path, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = path; made !== dirname(first); made = dirname(made))
    await syncNamesIn(dirname(made))
}

/**
 * Stores files below `files` of the data folder, in subfolders by the first two letters of their
 * keys.
 */
export const folderStore = (dataFolder: string): ListableStore => {
  const locateFolder = (key: string): string => join(dataFolder, 'files', key.slice(0, 2))
  const locate = (key: string, pattern: RegExp): string => {
    if (!pattern.test(key)) throw new Error('not a key of a file')
    return join(locateFolder(key), key)
  }
  const locateFile = (key: string): string => locate(key, /^[\w-]{20,60}$/)
  return {
    put: async (key, bytes) => {
      const path = locateFile(key)
      await makeSyncedFolder(locateFolder(key))
      const unfinished = `${path}.${randomUUID()}`
      try {
        const file = await open(unfinished, 'wx', 0o600)
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(unfinished, path)
        await syncNamesIn(locateFolder(key))
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
    get: async (key) => {
      try {
        return await readFile(locateFile(key))
      } catch (error) {
        if (isAbsent(error)) return null
        throw error
      }
    },
    getRange: async (key, from, until) => {
      try {
        const file = await open(locateFile(key), 'r')
        try {
          const { buffer, bytesRead } = await file.read(
            Buffer.alloc(until - from),
            0,
            until - from,
            from,
          )
          return buffer.subarray(0, bytesRead)
        } finally {
          await file.close()
        }
      } catch (error) {
        if (isAbsent(error)) return null
        throw error
      }
    },
    remove: (key) => rm(locate(key, /^[\w-]{20,60}(\.[\w-]{1,60})?$/), { force: true }),
    list: async function* () {
      const all = join(dataFolder, 'files')
      for (const folder of await namesIn(all))
        for (const key of await namesIn(join(all, folder))) {
          const found = await stat(join(all, folder, key)).catch(orNothing)
          if (found?.isFile()) yield { key, storedAtMs: found.mtimeMs }
        }
    },
  }
}

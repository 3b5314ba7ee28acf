import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import type { ListableStore } from './file-store.ts'

const isAbsent = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Ignores errors about files that do not exist or were removed meanwhile. */
const orNothing = (error: unknown): undefined => {
  if (!isAbsent(error)) throw error as Error
}
const namesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(orNothing)) ?? []

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
      await mkdir(locateFolder(key), { recursive: true, mode: 0o700 })
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

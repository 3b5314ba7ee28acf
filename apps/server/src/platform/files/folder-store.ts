import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import type { FileStore } from './file-store.ts'

const isAbsent = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Files below `files` of the data folder, in folders by the first two letters of their keys. */
export const folderStore = (dataFolder: string): FileStore => {
  const locateFolder = (key: string): string => join(dataFolder, 'files', key.slice(0, 2))
  const locateFile = (key: string): string => {
    if (!/^[\w-]{20,60}$/.test(key)) throw new Error('not a key of a file')
    return join(locateFolder(key), key)
  }
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
    remove: (key) => rm(locateFile(key), { force: true }),
  }
}

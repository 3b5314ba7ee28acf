// The files and themes of the data folder. Stored files never change, so a backup on the same disk
// links them and takes no space for them; themes are edited in place and are copied.
import { constants } from 'node:fs'
import { copyFile, cp, link, mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { folderStore } from '../../platform/files/folder-store.ts'
import { hashFile, type Part } from './manifest.ts'

const pathOf = (key: string): string => `files/${key.slice(0, 2)}/${key}`

const isAbsent = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Copies if the disks differ or the file may not be linked. */
const linkOrCopy = async (from: string, to: string): Promise<void> => {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  await link(from, to)
    .catch((error: unknown) => {
      if (isAbsent(error)) throw error as Error
      return copyFile(from, to, constants.COPYFILE_FICLONE)
    })
    .catch((error: unknown) => {
      if (!isAbsent(error)) throw error as Error // otherwise it was removed meanwhile
    })
}

/** Adds the files that `saved` does not have yet. Files whose writing was interrupted have a dot. */
export const saveFiles = async (
  dataFolder: string,
  target: string,
  saved: Set<string>,
): Promise<void> => {
  for await (const { key } of folderStore(dataFolder).list()) {
    const path = pathOf(key)
    if (key.includes('.') || saved.has(path)) continue
    await linkOrCopy(join(dataFolder, path), join(target, path))
    saved.add(path)
  }
}

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (isAbsent(error)) return []
    throw error as Error
  })

export const saveThemes = async (dataFolder: string, target: string): Promise<void> => {
  if ((await namesIn(join(dataFolder, 'themes'))).length > 0)
    await cp(join(dataFolder, 'themes'), join(target, 'themes'), { recursive: true })
}

export const hashAll = async (folder: string): Promise<Part[]> => {
  const parts: Part[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    parts.push({ path: file.slice(folder.length + 1), ...(await hashFile(file)) })
  }
  return parts.sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** Names what of the data folder a restore would overwrite. */
export const occupiedFolders = async (dataFolder: string): Promise<string[]> => {
  const occupied: string[] = []
  for (const name of ['files', 'themes'])
    if ((await namesIn(join(dataFolder, name))).length > 0) occupied.push(join(dataFolder, name))
  return occupied
}

/** Copies: the backup must not share its files with the installation that writes to them. */
export const restoreFiles = async (folder: string, dataFolder: string): Promise<void> => {
  for (const name of ['files', 'themes'])
    if ((await namesIn(join(folder, name))).length > 0)
      await cp(join(folder, name), join(dataFolder, name), {
        recursive: true,
        mode: constants.COPYFILE_FICLONE,
      })
}

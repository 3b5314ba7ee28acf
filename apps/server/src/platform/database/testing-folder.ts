import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const sharedMemory = '/dev/shm'
const enoughBytes = 4 * 1024 ** 3

const hasRoom = (folder: string): boolean => {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= enoughBytes
  } catch {
    // The system has no shared memory folder.
    return false
  }
}

/**
 * For temporary folders of tests. In memory if there is room: a database has about a thousand files,
 * and tests of the embedded server spent half of their system time on the disk's file system.
 */
export const testFolder = hasRoom(sharedMemory) ? sharedMemory : tmpdir()

// Where the bytes of files lie: a folder below the data folder, or a bucket. Which file is whose, the database says.
import type { Config } from '../config/config.ts'
import { folderStore } from './folder-store.ts'
import { s3Store } from './s3-store.ts'

export type FileStore = {
  /** Whole or not at all. `key`: letters, digits, - and _; nothing lies under it yet. */
  put: (key: string, bytes: Uint8Array, mediaType: string) => Promise<void>
  /** Null: there is none. */
  get: (key: string) => Promise<Uint8Array | null>
  /** One that is not there is as good as removed. */
  remove: (key: string) => Promise<void>
}

export const openFileStore = ({ s3, dataFolder }: Pick<Config, 's3' | 'dataFolder'>): FileStore => s3 ? s3Store(s3) : folderStore(dataFolder)

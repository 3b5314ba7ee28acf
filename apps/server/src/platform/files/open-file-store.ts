import type { Config } from '../config/config.ts'
import type { ListableStore } from './file-store.ts'
import { folderStore } from './folder-store.ts'
import { s3Store } from './s3-store.ts'

/** Opens a folder below the data folder, or a bucket if one is configured. */
export const openFileStore = ({
  s3,
  dataFolder,
}: Pick<Config, 's3' | 'dataFolder'>): ListableStore => (s3 ? s3Store(s3) : folderStore(dataFolder))

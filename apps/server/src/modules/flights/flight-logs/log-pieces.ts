// The files of a log in the file store: uploaded pieces, and the points read from them.
import type { FileStore } from '../../../platform/files/file-store.ts'
import { removePieces, type StoredPieces } from '../../../platform/files/pieces.ts'

export const pointsKey = (key: string): string => `${key}-points`

/** Also of an incomplete upload. */
export const removeLog = async (store: FileStore, log: StoredPieces): Promise<void> => {
  await removePieces(store, log)
  await store.remove(pointsKey(log.key))
}

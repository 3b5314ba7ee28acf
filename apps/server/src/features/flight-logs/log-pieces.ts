// The bytes of a log in the file store: pieces under its key and their number, and beside them the
// points that were read.
import type { FileStore } from '../../platform/files/file-store.ts'

export type StoredLog = { key: string; bytes: number; pieceBytes: number }

export const pieceCount = ({
  bytes,
  pieceBytes,
}: Pick<StoredLog, 'bytes' | 'pieceBytes'>): number => Math.ceil(bytes / pieceBytes)
export const pieceKey = (key: string, index: number): string =>
  `${key}-${String(index).padStart(5, '0')}`
export const pointsKey = (key: string): string => `${key}-points`

/** A piece that the database names is not in the store. */
export class PieceLost extends Error {}

/** One piece after the other: a file is never whole in memory. @throws PieceLost */
export const readPieces = async function* (
  store: FileStore,
  log: StoredLog,
): AsyncGenerator<Uint8Array> {
  for (let index = 0; index < pieceCount(log); index++) {
    const piece = await store.get(pieceKey(log.key, index))
    if (piece === null) throw new PieceLost(`Piece ${index} of a flight log is not in the store`)
    yield piece
  }
}

/** All that lies there of a log, however much of it has come. */
export const removePieces = async (store: FileStore, log: StoredLog): Promise<void> => {
  for (let index = 0; index < pieceCount(log); index++) await store.remove(pieceKey(log.key, index))
  await store.remove(pointsKey(log.key))
}

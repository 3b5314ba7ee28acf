// Large files in the file store: stored as pieces with keys numbered from 0, so that a file is
// never in memory as a whole.
import type { FileStore } from './file-store.ts'

export type StoredPieces = { key: string; bytes: number; pieceBytes: number }

export const pieceCount = ({
  bytes,
  pieceBytes,
}: Pick<StoredPieces, 'bytes' | 'pieceBytes'>): number => Math.ceil(bytes / pieceBytes)
export const pieceKey = (key: string, index: number): string =>
  `${key}-${String(index).padStart(5, '0')}`

/** A piece that should exist is missing from the store. */
export class PieceLost extends Error {}

/** Reads one piece after the other, starting at a byte. @throws PieceLost */
export const readPieces = async function* (
  store: FileStore,
  stored: StoredPieces,
  fromByte = 0,
): AsyncGenerator<Uint8Array> {
  const first = Math.floor(fromByte / stored.pieceBytes)
  for (let index = first; index < pieceCount(stored); index++) {
    const piece = await store.get(pieceKey(stored.key, index))
    if (piece === null) throw new PieceLost(`Piece ${index} of a file is not in the store`)
    yield index === first ? piece.subarray(fromByte - first * stored.pieceBytes) : piece
  }
}

/** Writes incoming parts of any size as pieces of one length. @returns the total number of bytes */
export const writePieces = async (
  store: FileStore,
  { key, pieceBytes }: Pick<StoredPieces, 'key' | 'pieceBytes'>,
  parts: AsyncIterable<Uint8Array>,
): Promise<number> => {
  let held: Uint8Array[] = []
  let heldBytes = 0
  let index = 0
  const put = async (bytes: Uint8Array): Promise<void> => {
    await store.put(pieceKey(key, index++), bytes, 'application/octet-stream')
  }
  let all = 0
  for await (const part of parts) {
    held.push(part)
    heldBytes += part.length
    all += part.length
    if (heldBytes < pieceBytes) continue
    let joined = Buffer.concat(held)
    for (; joined.length >= pieceBytes; joined = joined.subarray(pieceBytes))
      await put(joined.subarray(0, pieceBytes))
    held = joined.length > 0 ? [joined] : []
    heldBytes = joined.length
  }
  if (heldBytes > 0) await put(Buffer.concat(held))
  return all
}

/** Removes all stored pieces of a file, even if it is incomplete. */
export const removePieces = async (store: FileStore, stored: StoredPieces): Promise<void> => {
  for (let index = 0; index < pieceCount(stored); index++)
    await store.remove(pieceKey(stored.key, index))
}

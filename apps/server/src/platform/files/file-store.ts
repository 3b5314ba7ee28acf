// Stores the bytes of files. The database stores who owns which file.
export type FileStore = {
  /** Atomic: stores the whole file or nothing. `key`: letters, digits, - and _; it must be new. */
  put: (key: string, bytes: Uint8Array, mediaType: string) => Promise<void>
  /** Null if there is no such file. */
  get: (key: string) => Promise<Uint8Array | null>
  /** Removing a missing file succeeds. */
  remove: (key: string) => Promise<void>
}

/** If writing the file was interrupted, `key` ends in a dot and further characters. */
export type StoredFile = { key: string; storedAtMs: number }

/** Reads parts of large files. */
export type RangeStore = FileStore & {
  /** The bytes [from, until) of a file, fewer at its end. Null if the file does not exist. */
  getRange: (key: string, from: number, until: number) => Promise<Uint8Array | null>
}

export type ListableStore = RangeStore & {
  /** Lists every stored file, in no particular order. */
  list: () => AsyncIterable<StoredFile>
}

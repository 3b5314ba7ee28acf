// Stores the bytes of files. The database stores who owns which file.
export type FileStore = {
  /** Complete or not at all. `key`: letters, digits, - and _; it must be new. */
  put: (key: string, bytes: Uint8Array, mediaType: string) => Promise<void>
  /** Null: there is none. */
  get: (key: string) => Promise<Uint8Array | null>
  /** Removing a missing file succeeds. */
  remove: (key: string) => Promise<void>
}

/** `key` ends in a dot and more where writing the file was interrupted. */
export type StoredFile = { key: string; storedAtMs: number }

export type ListableStore = FileStore & {
  /** Every stored file, in no order. */
  list: () => AsyncIterable<StoredFile>
}

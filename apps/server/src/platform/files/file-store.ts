// Where the bytes of files lie. Which file is whose, the database says.
export type FileStore = {
  /** Whole or not at all. `key`: letters, digits, - and _; nothing lies under it yet. */
  put: (key: string, bytes: Uint8Array, mediaType: string) => Promise<void>
  /** Null: there is none. */
  get: (key: string) => Promise<Uint8Array | null>
  /** One that is not there is as good as removed. */
  remove: (key: string) => Promise<void>
}

/** `key` ends in a dot and more where the writing of the file broke off. */
export type StoredFile = { key: string; storedAtMs: number }

export type ListableStore = FileStore & {
  /** Every stored file, in no order. */
  list: () => AsyncIterable<StoredFile>
}

import { useSyncExternalStore } from 'react'

/** A value in local storage, shared by all tabs. */
export type Stored<T> = {
  get: () => T
  set: (value: T) => void
  clear: () => void
  subscribe: (listener: () => void) => () => void
}

/**
 * `read` validates the stored value, which an older version may have written; undefined if there is
 * none, or if it is not JSON. If storage is blocked, the value is kept until the page is closed.
 */
export const stored = <T>(key: string, read: (kept: unknown) => T): Stored<T> => {
  const listeners = new Set<() => void>()
  const parse = (text: string | null): T => {
    if (text === null) return read(undefined)
    try {
      return read(JSON.parse(text))
    } catch {
      // Invalid or truncated: as if not stored.
      return read(undefined)
    }
  }
  const keep = (text: string | null): void => {
    try {
      if (text === null) localStorage.removeItem(key)
      else localStorage.setItem(key, text)
    } catch {
      // Storage is full or blocked: this page uses the value in memory.
    }
  }
  const kept = (): string | null => {
    try {
      return localStorage.getItem(key)
    } catch {
      // Storage is blocked: as if empty.
      return null
    }
  }
  let value = parse(kept())
  const tell = (): void => {
    for (const listener of listeners) listener()
  }
  window.addEventListener('storage', (event) => {
    if (event.key !== key && event.key !== null) return
    value = parse(event.key === null ? null : event.newValue)
    tell()
  })
  return {
    get: () => value,
    set: (next) => {
      value = next
      keep(JSON.stringify(next))
      tell()
    },
    clear: () => {
      value = read(undefined)
      keep(null)
      tell()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

export const useStored = <T>(store: Stored<T>): T =>
  useSyncExternalStore(store.subscribe, store.get)

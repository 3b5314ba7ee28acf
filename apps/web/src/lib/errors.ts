// Chooses the messages for failures and successes, so that they are the same everywhere.
import { CallError } from './api.ts'
import { formatCount } from './format.ts'
import { translate } from './i18n.ts'
import { ParameterError } from './parameter-error.ts'

type Note = {
  kind: 'success' | 'error' | 'warning'
  text: string
  traceId: string | null
  /** Takes the action back; offered while the note is shown. */
  undo?: () => void
}

const waiting: Note[] = []
let shower: ((note: Note) => void) | null = null

/** Sets how notes are shown. Notes created between two pages wait for the next page. */
export const showNotesWith = (show: (note: Note) => void): (() => void) => {
  shower = show
  for (const note of waiting.splice(0)) show(note)
  return () => {
    if (shower === show) shower = null
  }
}
const tell = (note: Note): void => {
  if (shower) shower(note)
  else waiting.push(note)
}

const isCancelled = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError'

/** Time limit for loading a chunk, ms (specification, section 8). */
const chunkTimeoutMs = 120_000
class ChunkLoadError extends Error {}

/** Rejects if a chunk takes too long to load. */
export const inTime = async <T>(part: Promise<T>): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ChunkLoadError('a part of the page did not come')),
      chunkTimeoutMs,
    )
  })
  try {
    return await Promise.race([part, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Whether loading a chunk failed: a new version was deployed in the meantime, or the connection
 * broke.
 */
export const isChunkError = (error: unknown): boolean =>
  error instanceof ChunkLoadError ||
  (error instanceof Error &&
    /dynamically imported module|Importing a module script failed|error loading dynamically|Unable to preload CSS/i.test(
      error.message,
    ))

/** Whether the page's URL lacks a parameter; a retry would not help. */
export const isAddressError = (error: unknown): boolean => error instanceof ParameterError

/** An error message for people. The server's own message is already in their language. */
export const errorText = (error: unknown): string => {
  if (error instanceof CallError) {
    if (error.message) return error.message
    if (error.code === 'offline') return translate('app:errorOffline')
    if (error.code === 'timeout') return translate('app:errorTimeout')
    if (error.retryAfterS !== null)
      return translate('app:errorRetryAfter', {
        count: error.retryAfterS,
        shown: formatCount(error.retryAfterS),
      })
    return translate('app:errorStatus', { status: error.status })
  }
  if (isAddressError(error)) return translate('app:errorAddress')
  if (isChunkError(error)) return translate('app:errorChunk')
  return translate('app:errorUnexpected')
}

export const pickTraceId = (error: unknown): string | null =>
  error instanceof CallError ? error.traceId : null

export const showError = (error: unknown): void => {
  if (isCancelled(error) || (error instanceof CallError && error.code === 'unauthenticated')) return
  tell({
    kind: 'error',
    text: errorText(error),
    traceId: error instanceof CallError && error.status >= 500 ? error.traceId : null,
  })
}
/** Shown on the next page, because the present one is about to be left. */
export const showNext = (kind: Note['kind'], text: string): void => {
  waiting.push({ kind, text, traceId: null })
}
export const showSuccess = (text: string): void => tell({ kind: 'success', text, traceId: null })
/** With a button that takes the action back, for ten seconds. */
export const showUndoable = (text: string, undo: () => void): void =>
  tell({ kind: 'success', text, traceId: null, undo })
export const showWarning = (text: string): void => tell({ kind: 'warning', text, traceId: null })

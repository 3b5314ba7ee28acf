import { afterEach, expect, test, vi } from 'vitest'
import { CallError } from './api.ts'
import { errorText, inTime, isChunkError, showError, showNext, showNotesWith } from './errors.ts'

afterEach(() => {
  vi.useRealTimers()
})

const failure = (code: string, status: number): CallError =>
  new CallError({ code, message: status ? 'Said by the server.' : '', traceId: 'trace-1' }, status)

test('a chunk that does not load within 120 s is a chunk error', async () => {
  vi.useFakeTimers()
  const waiting = inTime(new Promise<never>(() => undefined)).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(isChunkError(await waiting)).toBe(true)
})

test('cancelled calls and ended sessions are silent; a server error shows the id to quote', () => {
  const notes: unknown[] = []
  const stop = showNotesWith((note) => notes.push(note))
  showError(new DOMException('gone', 'AbortError'))
  showError(failure('unauthenticated', 401))
  showError(failure('conflict', 409))
  showError(failure('internal', 500))
  stop()
  expect(notes).toEqual([
    { kind: 'error', text: 'Said by the server.', traceId: null },
    { kind: 'error', text: 'Said by the server.', traceId: 'trace-1' },
  ])
})

test('without a response the console has its own message', () => {
  expect(errorText(failure('offline', 0))).toBe(
    'The server cannot be reached. Check your connection and try again.',
  )
})

test('a note for the next page is not shown by this one', () => {
  const here: string[] = []
  const next: string[] = []
  const stop = showNotesWith(({ text }) => here.push(text))
  showNext('success', 'Signed in')
  stop()
  showNotesWith(({ text }) => next.push(text))()
  expect([here, next]).toEqual([[], ['Signed in']])
})

// Uploads continue across pages: one file after the other, in chunks, resumed where they stopped
// when the connection fails.
import { useSyncExternalStore } from 'react'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/errors.ts'
import { patiently } from '../../../lib/patiently.ts'
import { outdated } from '../../../lib/query.ts'
import { onSessionChange, currentTokens } from '../../../lib/session.ts'

export type Upload = {
  readonly key: number
  readonly fileName: string
  readonly bytes: number
  readonly sentBytes: number
  readonly state: 'waiting' | 'sending' | 'stopped' | 'done'
  /** The error that stopped it. */
  readonly problem: string | null
  readonly logId: string | null
}

type Job = { readonly file: File; readonly droneId: string | null; readonly abort: AbortController }

let uploads: readonly Upload[] = []
const jobs = new Map<number, Job>()
const listeners = new Set<() => void>()
let made = 0
let isRunning = false

const change = (key: number, values: Partial<Upload>): void => {
  uploads = uploads.map((upload) => (upload.key === key ? { ...upload, ...values } : upload))
  for (const tell of listeners) tell()
}

const send = async (key: number, { file, droneId, abort: { signal } }: Job): Promise<void> => {
  change(key, { state: 'sending', problem: null })
  let log = await patiently(
    () =>
      call(
        'createFlightLog',
        {
          body: {
            fileName: file.name.slice(-200),
            bytes: file.size,
            modifiedMs: file.lastModified,
            droneId,
          },
        },
        { signal },
      ),
    signal,
  )
  change(key, { logId: log.logId, sentBytes: log.receivedBytes })
  while (log.status === 'uploading') {
    const offset = log.receivedBytes
    const piece = file.slice(offset, offset + log.pieceBytes)
    log = await patiently(
      () =>
        call(
          'appendFlightLog',
          { params: { logId: log.logId }, query: { offset: String(offset) }, file: piece },
          {
            signal,
            timeoutMs: 300_000,
            onProgress: (ratio) =>
              change(key, { sentBytes: offset + Math.round(ratio * piece.size) }),
          },
        ),
      signal,
    )
    change(key, { sentBytes: log.receivedBytes })
  }
  change(key, { state: 'done', sentBytes: file.size })
}

const run = async (): Promise<void> => {
  if (isRunning) return
  isRunning = true
  for (;;) {
    const next = uploads.find(({ state }) => state === 'waiting')
    const job = next && jobs.get(next.key)
    if (!next || !job) break
    try {
      await send(next.key, job)
      jobs.delete(next.key)
    } catch (error) {
      // Shown instead of the progress, with a retry button.
      if (!job.abort.signal.aborted)
        change(next.key, { state: 'stopped', problem: errorText(error) })
    }
    void outdated('listFlightLogs')
  }
  isRunning = false
}

export const addUploads = (files: Iterable<File>, droneId: string | null): void => {
  for (const file of files) {
    const key = ++made
    jobs.set(key, { file, droneId, abort: new AbortController() })
    uploads = [
      ...uploads,
      {
        key,
        fileName: file.name,
        bytes: file.size,
        sentBytes: 0,
        state: 'waiting',
        problem: null,
        logId: null,
      },
    ]
  }
  for (const tell of listeners) tell()
  void run()
}

export const goOn = (key: number): void => {
  change(key, { state: 'waiting', problem: null })
  void run()
}

/** Removes an upload from the list; an unfinished one is removed on the server too. */
export const dismissUpload = async (key: number): Promise<void> => {
  const upload = uploads.find((one) => one.key === key)
  jobs.get(key)?.abort.abort()
  jobs.delete(key)
  uploads = uploads.filter((one) => one.key !== key)
  for (const tell of listeners) tell()
  if (upload && upload.state !== 'done' && upload.logId !== null)
    await call('deleteFlightLog', { params: { logId: upload.logId } })
  void outdated('listFlightLogs')
}

/** Aborts uploads at sign-out: they must not continue for the next person. */
onSessionChange(() => {
  if (currentTokens()) return
  for (const { abort } of jobs.values()) abort.abort()
  jobs.clear()
  uploads = []
  for (const tell of listeners) tell()
})

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
export const useUploads = (): readonly Upload[] => useSyncExternalStore(subscribe, () => uploads)

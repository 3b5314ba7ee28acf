// Messages between the page and the worker.
import { LogSession, type OpenedLog, type WrittenForm } from './log-session.ts'
import type { ThinSeries } from './thin.ts'

export type LogRequest =
  | {
      readonly id: number
      readonly ask: 'open'
      readonly file: File
      readonly startMs: number | null
    }
  | { readonly id: number; readonly ask: 'series'; readonly names: readonly string[] }
  | { readonly id: number; readonly ask: 'write'; readonly form: WrittenForm }

export type LogAnswer =
  | { readonly id: number; readonly readBytes: number }
  | { readonly id: number; readonly opened: OpenedLog | null }
  | { readonly id: number; readonly series: readonly ThinSeries[] }
  | { readonly id: number; readonly written: Blob }
  /** The browser's error message, for the console. */
  | { readonly id: number; readonly failed: string }

export const answerRequests = (
  send: (answer: LogAnswer) => void,
): ((request: LogRequest) => Promise<void>) => {
  const session = new LogSession()
  return async (request) => {
    const { id } = request
    const onProgress = (readBytes: number): void => send({ id, readBytes })
    try {
      if (request.ask === 'open')
        send({ id, opened: await session.open(request.file, request.startMs, onProgress) })
      else if (request.ask === 'series')
        send({ id, series: await session.series(request.names, onProgress) })
      else send({ id, written: await session.write(request.form) })
    } catch (error) {
      // The file was moved or changed after it was chosen, or memory ran out: the page reports it.
      send({ id, failed: String(error) })
    }
  }
}

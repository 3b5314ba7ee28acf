import type { LogAnswer, LogRequest } from './log-requests.ts'
import type { OpenedLog, WrittenForm } from './log-session.ts'
import type { ThinSeries } from './thin.ts'

type Ask = {
  [K in LogRequest['ask']]: Omit<Extract<LogRequest, { ask: K }>, 'id'>
}[LogRequest['ask']]
type Waiting = {
  readonly onProgress: (bytes: number) => void
  readonly done: (answer: LogAnswer) => void
  readonly failed: (error: Error) => void
}

/**
 * The page's side of the worker that reads one log after the other. `end` aborts any running read.
 */
export class LogReaderClient {
  readonly #worker = new Worker(new URL('./log-worker.ts', import.meta.url), { type: 'module' })
  readonly #waiting = new Map<number, Waiting>()
  #last = 0

  constructor() {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<LogAnswer>) => {
      const waiting = this.#waiting.get(data.id)
      if (!waiting) return
      if ('readBytes' in data) return waiting.onProgress(data.readBytes)
      this.#waiting.delete(data.id)
      if ('failed' in data) waiting.failed(new Error(data.failed))
      else waiting.done(data)
    })
    this.#worker.addEventListener('error', (event) => {
      for (const { failed } of this.#waiting.values()) failed(new Error(event.message))
      this.#waiting.clear()
    })
  }

  async open(
    file: File,
    startMs: number | null,
    onProgress: (bytes: number) => void,
  ): Promise<OpenedLog | null> {
    const answer = await this.#ask({ ask: 'open', file, startMs }, onProgress)
    return 'opened' in answer ? answer.opened : null
  }

  async series(
    names: readonly string[],
    onProgress: (bytes: number) => void,
  ): Promise<readonly ThinSeries[]> {
    const answer = await this.#ask({ ask: 'series', names }, onProgress)
    return 'series' in answer ? answer.series : []
  }

  async write(form: WrittenForm): Promise<Blob> {
    const answer = await this.#ask({ ask: 'write', form }, () => undefined)
    if (!('written' in answer)) throw new Error('nothing was written')
    return answer.written
  }

  end(): void {
    this.#worker.terminate()
    this.#waiting.clear()
  }

  #ask(request: Ask, onProgress: (bytes: number) => void): Promise<LogAnswer> {
    const id = ++this.#last
    return new Promise((done, failed) => {
      this.#waiting.set(id, { onProgress, done, failed })
      this.#worker.postMessage({ ...request, id })
    })
  }
}

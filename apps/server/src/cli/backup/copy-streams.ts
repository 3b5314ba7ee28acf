// COPY as streams. pg knows the messages of COPY but has no interface for them.
import type { Socket } from 'node:net'
import { Readable, Writable } from 'node:stream'
import type pg from 'pg'

/** The part of pg's connection that COPY needs; it is missing in @types/pg. */
type Connection = {
  query: (text: string) => void
  sendCopyFromChunk: (chunk: Buffer) => void
  endCopyFrom: () => void
  sendCopyFail: (reason: string) => void
  stream: Socket
}
type Result = { text: string }

const countRows = ({ text }: Result): number => Number(text.split(' ').at(-1))

/** Rows are small, and each step of a stream costs more than a row. */
const batchBytes = 65_536

class CopyOut extends Readable {
  rows = 0
  readonly #text: string
  #connection: Connection | undefined
  #batch: Buffer = Buffer.allocUnsafe(batchBytes)
  #used = 0

  constructor(text: string) {
    super()
    this.#text = text
  }

  submit(connection: Connection): void {
    this.#connection = connection
    connection.query(this.#text)
  }

  override _read(): void {
    this.#connection?.stream.resume()
  }

  /** A reader that stops early leaves the connection in the middle of the COPY: it must be closed. */
  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#connection?.stream.resume()
    done(error)
  }

  /** `chunk`, a row, is part of a buffer that pg overwrites, so it is copied. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (this.#used + chunk.length > batchBytes) this.#flush()
    if (chunk.length > batchBytes) this.#pass(Buffer.from(chunk))
    else this.#used += chunk.copy(this.#batch, this.#used)
  }

  #flush(): void {
    if (this.#used > 0) this.#pass(this.#batch.subarray(0, this.#used))
    this.#batch = Buffer.allocUnsafe(batchBytes)
    this.#used = 0
  }

  #pass(bytes: Buffer): void {
    if (!this.destroyed && !this.push(bytes)) this.#connection!.stream.pause()
  }

  handleCommandComplete(result: Result): void {
    this.#flush()
    this.rows = countRows(result)
  }

  handleReadyForQuery(): void {
    if (!this.destroyed) this.push(null)
  }

  handleError(error: Error): void {
    this.destroy(error)
  }
}

class CopyIn extends Writable {
  rows = 0
  readonly #text: string
  #connection: Connection | undefined
  #onReady: (() => void) | undefined
  #onEnd: (() => void) | undefined

  constructor(text: string) {
    super()
    this.#text = text
  }

  submit(connection: Connection): void {
    connection.query(this.#text)
  }

  override _construct(done: () => void): void {
    this.#onReady = done // the first chunk waits for the server
  }

  handleCopyInResponse(connection: Connection): void {
    this.#connection = connection
    this.#onReady!()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    const { stream } = this.#connection!
    this.#connection!.sendCopyFromChunk(chunk)
    if (stream.writableNeedDrain) stream.once('drain', done)
    else done()
  }

  override _final(done: () => void): void {
    this.#onEnd = done
    this.#connection!.endCopyFrom()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (error) this.#connection?.sendCopyFail('the source failed')
    done(error)
  }

  handleCommandComplete(result: Result): void {
    this.rows = countRows(result)
  }

  handleReadyForQuery(): void {
    this.#onEnd?.()
  }

  handleError(error: Error): void {
    this.destroy(error)
  }
}

/** The output of `copy … to stdout`. `rows` is known at its end. */
export const copyOut = (
  client: pg.ClientBase,
  text: string,
): Readable & { readonly rows: number } =>
  client.query(new CopyOut(text) as CopyOut & pg.Submittable)

/** The input of `copy … from stdin`. `rows` is known when it has finished. */
export const copyIn = (client: pg.ClientBase, text: string): Writable & { readonly rows: number } =>
  client.query(new CopyIn(text) as CopyIn & pg.Submittable)

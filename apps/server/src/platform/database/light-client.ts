import pg from 'pg'

type Answer = (error: Error | null | undefined, result: pg.QueryResult) => void
type Ask = (config: unknown, values: unknown, answer: Answer) => void

/**
 * A connection whose results can be garbage-collected as soon as they have been read. With pg's own
 * promises, results survive minor collections until a full one: that took 20 to 29 ms, during which
 * no request is answered, compared to 0.4 ms with callbacks (1,500 results of 400 rows, one after
 * the other; pg 8.23.1, Node 24).
 */
export class LightClient extends pg.Client {
  /** The same overloads as pg's. */
  override query(...asked: readonly unknown[]): never {
    const [config, values, callback] = asked
    const ask = super.query.bind(this) as Ask
    const hasCallback =
      typeof callback === 'function' ||
      typeof values === 'function' ||
      typeof (config as Partial<pg.Submittable> | null | undefined)?.submit === 'function'
    const answer: unknown = hasCallback
      ? ask(config, values, callback as Answer)
      : new Promise<pg.QueryResult>((resolve, reject) => {
          ask(config, values, (error, result) => (error ? reject(error) : resolve(result)))
        })
    return answer as never
  }
}

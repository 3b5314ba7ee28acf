/**
 * A response that its handler has validated and written as JSON, piece by piece, because it is too
 * large for one turn of the event loop. If returned repeatedly as the same object, it is compressed
 * once, and not sent again to clients that have it.
 */
export class WrittenAnswer {
  readonly json: string
  constructor(json: string) {
    this.json = json
  }
}

/**
 * An answer that its handler has checked against the schema and written as JSON, piece by piece: one
 * that is too large to be walked over in one turn. Given again, as the same object, it is compressed
 * once, and not sent again to who has it.
 */
export class WrittenAnswer {
  readonly json: string
  constructor(json: string) {
    this.json = json
  }
}

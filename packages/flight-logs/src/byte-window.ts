/**
 * The unread bytes of a stream, as one array. Readers consume complete records and leave the rest
 * for the next piece.
 */
export class ByteWindow {
  bytes: Uint8Array = new Uint8Array(0)
  view = new DataView(this.bytes.buffer)
  /** Offset of `bytes[0]` in the file. */
  base = 0
  /** Read so far, as an index of `bytes`. */
  at = 0

  get left(): number {
    return this.bytes.length - this.at
  }

  /** Offset of the next byte in the file. */
  get offset(): number {
    return this.base + this.at
  }

  push(piece: Uint8Array): void {
    const rest = this.bytes.length - this.at
    this.base += this.at
    if (rest === 0) this.bytes = piece
    else {
      const joined = new Uint8Array(rest + piece.length)
      joined.set(this.bytes.subarray(this.at))
      joined.set(piece, rest)
      this.bytes = joined
    }
    this.view = new DataView(this.bytes.buffer, this.bytes.byteOffset, this.bytes.byteLength)
    this.at = 0
  }
}

/** Text up to the first zero byte; bytes that are no UTF-8 become U+FFFD. */
export function textUntilZero(bytes: Uint8Array): string {
  const end = bytes.indexOf(0)
  return utf8.decode(end < 0 ? bytes : bytes.subarray(0, end))
}

const utf8 = new TextDecoder()

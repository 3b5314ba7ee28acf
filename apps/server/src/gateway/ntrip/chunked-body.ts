// Streaming reader of a chunked HTTP body (RFC 9112, section 7.1).

export class MalformedChunk extends Error {}

const headLetters = 64

/**
 * Returns a function that takes bytes and returns the content in them; `ended` after the last
 * chunk.
 */
export const createChunkReader = (): ((bytes: Buffer) => { content: Buffer[]; ended: boolean }) => {
  let head = ''
  let left = 0
  /** A chunk is followed by two bytes (CRLF) that are not content. */
  let toSkip = 0
  let ended = false

  const readHead = (): void => {
    const size = /^([0-9a-f]{1,6})(;.*)?$/i.exec(head)?.[1]
    if (size === undefined) throw new MalformedChunk(head.slice(0, headLetters))
    head = ''
    left = Number.parseInt(size, 16)
    toSkip = 2
    ended = left === 0
  }

  return (bytes) => {
    const content: Buffer[] = []
    let at = 0
    while (at < bytes.length && !ended) {
      if (left > 0) {
        const piece = bytes.subarray(at, at + left)
        content.push(piece)
        left -= piece.length
        at += piece.length
      } else if (toSkip > 0) {
        toSkip--
        at++
      } else {
        const letter = String.fromCharCode(bytes[at++]!)
        if (letter === '\n') readHead()
        else if (letter !== '\r') head += letter
        if (head.length > headLetters) throw new MalformedChunk(head)
      }
    }
    return { content, ended }
  }
}

export const toChunk = (content: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${content.length.toString(16)}\r\n`), content, Buffer.from('\r\n')])

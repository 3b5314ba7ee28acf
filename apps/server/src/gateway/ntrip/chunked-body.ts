// The content of a body that comes in chunks (RFC 9112, section 7.1), as it comes.

export class MalformedChunk extends Error {}

const headLetters = 64

/** A function that takes bytes and gives the content in them; `ended` once the last chunk came. */
export const createChunkReader = (): ((bytes: Buffer) => { content: Buffer[]; ended: boolean }) => {
  let head = ''
  let left = 0
  /** Behind a chunk stand two bytes that are none of it. */
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

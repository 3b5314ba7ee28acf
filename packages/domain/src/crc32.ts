const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = (crc & 1) === 0 ? crc >>> 1 : (crc >>> 1) ^ 0xedb8_8320
  return crc
})

/** CRC-32 of ISO 3309, as zip, gzip and PNG have it, piece by piece. */
export class Crc32 {
  #crc = 0xffff_ffff

  update(bytes: Uint8Array): this {
    let crc = this.#crc
    for (let i = 0; i < bytes.length; i++) crc = (crc >>> 8) ^ table[(crc ^ bytes[i]!) & 0xff]!
    this.#crc = crc
    return this
  }

  value(): number {
    return (this.#crc ^ 0xffff_ffff) >>> 0
  }
}

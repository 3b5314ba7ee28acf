import { md5, sha1 } from '@noble/hashes/legacy.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { Crc32 } from '@swath/domain/crc32'
import type { Checksums } from './checksums.ts'

/**
 * Computes all checksums in one pass, in hexadecimal. Does not use Web Crypto, which is unavailable
 * to pages without TLS.
 */
export class ChecksumMaker {
  readonly #sha256 = sha256.create()
  readonly #sha512 = sha512.create()
  readonly #sha1 = sha1.create()
  readonly #md5 = md5.create()
  readonly #crc32 = new Crc32()

  update(bytes: Uint8Array): this {
    for (const one of [this.#sha256, this.#sha512, this.#sha1, this.#md5, this.#crc32])
      one.update(bytes)
    return this
  }

  done(): Checksums {
    return {
      sha256: bytesToHex(this.#sha256.digest()),
      sha512: bytesToHex(this.#sha512.digest()),
      sha1: bytesToHex(this.#sha1.digest()),
      md5: bytesToHex(this.#md5.digest()),
      crc32: this.#crc32.value().toString(16).padStart(8, '0'),
    }
  }
}

// HPKE of RFC 9180 in base mode: DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, AES-256-GCM, one message
// for each encapsulated key. Node.js has the KEM; the key schedule (section 5.1) is below.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  decapsulate,
  encapsulate,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto'

const suite = Buffer.concat([Buffer.from('HPKE'), Buffer.from([0, 0x20, 0, 1, 0, 2])])
const encapsulatedBytes = 32
const tagBytes = 16

const label = (name: string): Buffer =>
  Buffer.concat([Buffer.from('HPKE-v1'), suite, Buffer.from(name)])

const hashInfo = (name: string, content: Buffer): Buffer =>
  createHmac('sha256', Buffer.alloc(32)).update(label(name)).update(content).digest()

const schedule = (sharedSecret: Buffer, info: string): { key: Buffer; nonce: Buffer } => {
  const context = Buffer.concat([
    Buffer.from([0]), // base mode
    hashInfo('psk_id_hash', Buffer.alloc(0)),
    hashInfo('info_hash', Buffer.from(info)),
  ])
  const expand = (name: string, length: number): Buffer =>
    Buffer.from(
      hkdfSync(
        'sha256',
        label('secret'),
        sharedSecret,
        Buffer.concat([Buffer.from([0, length]), label(name), context]),
        length,
      ),
    )
  return { key: expand('key', 32), nonce: expand('base_nonce', 12) }
}

// The fixed DER prefixes of RFC 8410, so that keys are stored as their 32 bytes.
const publicPrefix = Buffer.from('302a300506032b656e032100', 'hex')
const privatePrefix = Buffer.from('302e020100300506032b656e04220420', 'hex')

const toPublicKey = (bytes: Uint8Array): KeyObject =>
  createPublicKey({ key: Buffer.concat([publicPrefix, bytes]), format: 'der', type: 'spki' })
const toPrivateKey = (bytes: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([privatePrefix, bytes]), format: 'der', type: 'pkcs8' })

/** Two keys of 32 bytes. */
export const createKeyPair = (): { publicKey: Buffer; privateKey: Buffer } => {
  const { publicKey, privateKey } = generateKeyPairSync('x25519')
  return {
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32),
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32),
  }
}

/** Returns the encapsulated key, the ciphertext and its tag, one after the other. */
export const sealTo = (publicKey: Uint8Array, content: Uint8Array, info: string): Buffer => {
  const { sharedKey, ciphertext } = encapsulate(toPublicKey(publicKey))
  const { key, nonce } = schedule(sharedKey, info)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  return Buffer.concat([ciphertext, cipher.update(content), cipher.final(), cipher.getAuthTag()])
}

/** @throws if it was sealed to another key or for another purpose, or changed */
export const openWith = (
  privateKey: Uint8Array,
  sealed: Uint8Array,
  info: string,
  authenticated: Uint8Array = Buffer.alloc(0),
): Buffer => {
  const sharedKey = decapsulate(
    toPrivateKey(privateKey),
    sealed.subarray(0, encapsulatedBytes),
  ) as Buffer
  const { key, nonce } = schedule(sharedKey, info)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce)
    .setAAD(authenticated)
    .setAuthTag(sealed.subarray(-tagBytes))
  return Buffer.concat([
    decipher.update(sealed.subarray(encapsulatedBytes, -tagBytes)),
    decipher.final(),
  ])
}

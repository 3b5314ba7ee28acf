// The key under which secrets are sealed. It comes from MASTER_KEY; in a demonstration or in
// development one is generated.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'

export type Sealer = {
  /**
   * AES-256-GCM: 12 bytes nonce, 16 bytes tag, then the data. `purpose` is authenticated, so that
   * data sealed for one purpose cannot be opened for another.
   */
  seal: (secret: Uint8Array, purpose: string) => Buffer
  /** @throws if it was sealed under another key or for another purpose, or changed */
  open: (sealed: Uint8Array, purpose: string) => Buffer
}

type Needed = Pick<Config, 'masterKey' | 'dataFolder' | 'demo' | 'production'> &
  Partial<Pick<Config, 'masterKeyBefore'>>

export const masterKeyFile = (folder: string): string => join(folder, 'master.key')

/**
 * Reads or creates the key file, readable only for its owner. Of two processes that start at the
 * same time, the second uses the key of the first.
 */
const keyOfFolder = async (folder: string): Promise<Buffer> => {
  const path = masterKeyFile(folder)
  await mkdir(folder, { recursive: true })
  await writeFile(path, randomBytes(32).toString('base64'), {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return readKeyFile(path)
}

const readKeyFile = async (path: string): Promise<Buffer> => {
  const key = Buffer.from(await readFile(path, 'utf8'), 'base64')
  if (key.length !== 32)
    throw new Error(`${path} is no key of 32 bytes; nothing that was sealed with it can be opened`)
  return key
}

/** The key in use, from MASTER_KEY or an existing file; null if there is none. */
export const readMasterKey = async ({
  masterKey,
  dataFolder,
  demo,
  production,
}: Needed): Promise<Buffer | null> => {
  if (masterKey) return masterKey
  const path = masterKeyFile(dataFolder)
  return (demo || !production) && existsSync(path) ? readKeyFile(path) : null
}

export const sealerUnder = (key: Uint8Array): Sealer => ({
  seal: (secret, purpose) => {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose))
    const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
  },
  open: (sealed, purpose) => {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
      .setAAD(Buffer.from(purpose))
      .setAuthTag(sealed.subarray(12, 28))
    return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])
  },
})

/**
 * Seals under the new key and opens data sealed under either one, until everything is sealed under
 * the new one.
 */
export const sealerOfBoth = (key: Uint8Array, before: Uint8Array): Sealer => {
  const [now, then] = [sealerUnder(key), sealerUnder(before)]
  return {
    seal: now.seal,
    open: (sealed, purpose) => {
      try {
        return now.open(sealed, purpose)
      } catch {
        return then.open(sealed, purpose) // if neither key opens it, this throws
      }
    },
  }
}

/** Reads the key at first use; null in production without MASTER_KEY. */
export const createSealer = ({
  masterKey,
  masterKeyBefore,
  dataFolder,
  demo,
  production,
}: Needed): (() => Promise<Sealer | null>) => {
  let kept: Promise<Sealer | null> | undefined
  const make = async (): Promise<Sealer | null> => {
    if (masterKey)
      return masterKeyBefore ? sealerOfBoth(masterKey, masterKeyBefore) : sealerUnder(masterKey)
    return demo || !production ? sealerUnder(await keyOfFolder(dataFolder)) : null
  }
  return () =>
    (kept ??= make().catch((error: unknown) => {
      kept = undefined // the folder may be writable at the next attempt
      throw error
    }))
}

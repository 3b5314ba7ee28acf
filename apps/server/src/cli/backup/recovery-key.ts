// The recovery key: the operator keeps its private half away from the server. Backups contain the
// master key only sealed to the public half, so that they can be made without a secret.
import { writeFile } from 'node:fs/promises'
import { sealerOfBoth, sealerUnder, type Sealer } from '../../platform/config/master-key.ts'
import { StartFailure } from '../../platform/config/start-failure.ts'
import { createKeyPair, openWith, sealTo } from './hpke.ts'
import type { Manifest } from './manifest.ts'
import type { Command } from '../shell.ts'

const purpose = 'swath backup: master key'
const keyBytes = 32

/** The master key and, during a rotation, the one before it. */
export type MasterKeys = { now: Buffer; before: Buffer | undefined }

export const sealerUnderKeys = ({ now, before }: MasterKeys): Sealer =>
  before ? sealerOfBoth(now, before) : sealerUnder(now)

export const sealMasterKeys = (
  publicKey: Buffer,
  { now, before }: MasterKeys,
): NonNullable<Manifest['masterKey']> => ({
  publicKey: publicKey.toString('base64'),
  sealed: sealTo(publicKey, before ? Buffer.concat([now, before]) : now, purpose).toString(
    'base64',
  ),
})

/** @throws StartFailure if there is no private key or it is not the right one */
export const openMasterKeys = (
  { masterKey }: Pick<Manifest, 'masterKey'>,
  privateKey: Buffer | undefined,
): MasterKeys | null => {
  if (!masterKey) return null
  if (!privateKey)
    throw new StartFailure(
      `The master key of this backup is sealed. Set RECOVERY_KEY_FILE to the private key that belongs to RECOVERY_PUBLIC_KEY=${masterKey.publicKey}`,
    )
  try {
    const keys = openWith(privateKey, Buffer.from(masterKey.sealed, 'base64'), purpose)
    const before = keys.subarray(keyBytes)
    return { now: keys.subarray(0, keyBytes), before: before.length > 0 ? before : undefined }
  } catch {
    throw new StartFailure(
      `The recovery key does not open this backup: it was sealed to RECOVERY_PUBLIC_KEY=${masterKey.publicKey}`,
    )
  }
}

/** Writes the private key to a new file and prints the public one. */
export const createRecoveryKey: Command = async ([file], { print }) => {
  if (!file) throw new StartFailure('npm run cli -- create-recovery-key FILE', 64)
  const { publicKey, privateKey } = createKeyPair()
  await writeFile(file, `${privateKey.toString('base64')}\n`, {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  }).catch((error: NodeJS.ErrnoException) => {
    throw new StartFailure(`${file} cannot be created (${error.code})`)
  })
  print(
    `RECOVERY_PUBLIC_KEY=${publicKey.toString('base64')}\n` +
      `Set this for the backup command. Keep ${file} away from this machine, in two places: without it the master key of a backup cannot be read.\n`,
  )
  return 0
}

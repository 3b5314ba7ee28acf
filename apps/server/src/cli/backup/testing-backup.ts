// A small installation with a row in the chains, a sealed secret, a stored file and a theme.
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recordAudit } from '../../platform/audit/audit.ts'
import { insertAccount } from '../../platform/auth/testing.queries.ts'
import { tx } from '../../platform/database/database.ts'
import { createTestDatabase, type TestDatabase } from '../../platform/database/testing.ts'
import { folderStore } from '../../platform/files/folder-store.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
} from '../../modules/flights/flights/testing-rows.queries.ts'
import { insertFile } from '../../modules/people/files/files.queries.ts'
import { loadRegionTable } from '../../modules/people/regions/regions.seed.ts'
import { createKeyPair } from './hpke.ts'
import { insertSecret } from './testing.queries.ts'

export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'swath-backup-'))

export const fileKey = 'a-key-of-a-stored-file-1'

export type Installation = {
  database: TestDatabase
  dataFolder: string
  masterKey: Buffer
  secret: Buffer
  recoveryKey: Buffer
  /** For the backup command. */
  environment: Record<string, string>
}

export const createInstallation = async (): Promise<Installation> => {
  const database = await createTestDatabase()
  const { db } = database
  await loadRegionTable(db)
  const root = await insertAccount(db, { type: 'platform' })
  const maker = await insertAccount(db, { type: 'manufacturer', parent: root })
  for (const action of ['a', 'b'])
    await tx(db, (trx) =>
      recordAudit(trx, {
        accountId: root.id,
        atMs: Date.now(),
        logType: 2,
        user: { id: null, name: 'tab\t, line\n, backslash \\, 中文' },
        ip: null,
        action,
      }),
    )
  const modelId = await insertModel(db, maker.id)
  const drone = await insertDroneRow(db, { modelId, manufacturerId: maker.id })
  await insertFlight(db, drone, { startMs: Date.UTC(2026, 5, 1) })
  const masterKey = randomBytes(32)
  const secret = await insertSecret(db, maker.id, masterKey)

  const dataFolder = newFolder()
  await insertFile(db, {
    key: fileKey,
    account_id: root.id,
    uploaded_by: null,
    purpose: 'logo',
    media_type: 'image/png',
    bytes: 3_000,
    width_px: 10,
    height_px: 10,
    uploaded_at: new Date(),
    unclaimed_since: new Date(),
  })
  await folderStore(dataFolder).put(fileKey, randomBytes(3_000), 'image/png')
  mkdirSync(join(dataFolder, 'themes'))
  writeFileSync(join(dataFolder, 'themes', 'green fields.json'), '{}')
  const { publicKey, privateKey } = createKeyPair()
  return {
    database,
    dataFolder,
    masterKey,
    secret,
    recoveryKey: privateKey,
    environment: {
      DATA_DIR: dataFolder,
      MASTER_KEY: masterKey.toString('base64'),
      RECOVERY_PUBLIC_KEY: publicKey.toString('base64'),
    },
  }
}

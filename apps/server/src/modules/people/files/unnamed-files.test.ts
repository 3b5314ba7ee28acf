import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { insertAccount, insertUser } from '../../../platform/auth/testing.queries.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import type { ListableStore } from '../../../platform/files/file-store.ts'
import { openFileStore } from '../../../platform/files/open-file-store.ts'
import { pieceKey } from '../../../platform/files/pieces.ts'
import { testServices } from '../../../platform/http/testing-console.ts'
import { loadRegionTable } from '../regions/regions.seed.ts'
import { insertFile } from './files.queries.ts'
import { listKeyColumns } from './testing-unnamed.queries.ts'
import { removeUnnamedFiles } from './unnamed-files.ts'
import { namingColumns } from './unnamed-files.queries.ts'

const { db } = await ownTestDatabase(loadRegionTable)
const dayMs = 86_400_000
let folder: string
let store: ListableStore

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swath-unnamed-'))
  store = openFileStore({ s3: undefined, dataFolder: folder })
})
afterEach(() => rm(folder, { recursive: true }))

const newKey = (): string => randomBytes(32).toString('base64url')
const put = async (key: string): Promise<string> => {
  await store.put(key, Buffer.from('x'), 'image/png')
  return key
}
const listKeys = async (): Promise<string[]> => {
  const keys: string[] = []
  for await (const { key } of store.list()) keys.push(key)
  return keys.sort()
}
const insertNamed = async (key: string): Promise<void> => {
  const user = await insertUser(db, await insertAccount(db, { type: 'platform' }))
  await insertFile(db, {
    key,
    media_type: 'image/png',
    bytes: 1,
    width_px: 1,
    height_px: 1,
    uploaded_by: user.id,
    uploaded_at: new Date(),
    unclaimed_since: new Date(),
  })
}
const remove = (nowMs: number): Promise<number> =>
  removeUnnamedFiles(testServices(db, nowMs).services, store)

test('unreferenced files are deleted after two days, and no others', async () => {
  const [named, inPieces, log] = [await put(newKey()), newKey(), newKey()]
  for (const key of [named, inPieces, log]) await insertNamed(key)
  const kept = [
    named,
    await put(pieceKey(inPieces, 0)),
    await put(pieceKey(inPieces, 12)),
    await put(`${log}-points`),
  ].sort()
  const unnamed = [await put(newKey()), await put(pieceKey(newKey(), 0))]
  // Left by a process that was lost while it wrote.
  await writeFile(join(folder, 'files', named.slice(0, 2), `${named}.0f9c`), 'x')
  expect(await remove(Date.now() + dayMs)).toBe(0)
  expect(await listKeys()).toHaveLength(kept.length + unnamed.length + 1)
  expect(await remove(Date.now() + 3 * dayMs)).toBe(3)
  expect(await listKeys()).toEqual(kept)
})

test('a store without any referenced file is not changed', async () => {
  await put(newKey())
  expect(await remove(Date.now() + 3 * dayMs)).toBe(0)
  expect(await listKeys()).toHaveLength(1)
})

test('every column that may reference a file is checked', async () => {
  /** Keys that are not of the file store. */
  const others = [
    'throttle.key',
    'firmware_key.public_key',
    'passkey.public_key',
    'push_key.public_key',
  ]
  expect((await listKeyColumns(db)).filter((name) => !others.includes(name))).toEqual(
    [...namingColumns].sort(),
  )
})

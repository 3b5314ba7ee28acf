// The manifest of a backup names every file of it with its size and hash. It is written last, so a
// folder without one is not a backup.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { StartFailure } from '../../platform/config/start-failure.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.number().int().nonnegative()
/** Relative, and never outside the folder. */
const path = z
  .string()
  .refine((text) => text.split('/').every((name) => !['', '.', '..'].includes(name)))
const part = z.object({ path, bytes: count, sha256 })
const named = { schema: z.string(), name: z.string() }

const manifest = z.object({
  format: z.literal('swath-backup-1'),
  swath: z.string(),
  postgres: z.string(),
  /** The moment that the database was read at. */
  takenAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  migrations: z.array(z.object({ number: count, name: z.string(), sha256 })).min(1),
  tables: z.array(
    z.object({
      ...named,
      columns: z.array(z.string()),
      rows: count,
      path,
      /** Of the rows before compression. */
      contentSha256: sha256,
    }),
  ),
  sequences: z.array(z.object({ ...named, value: z.string(), isCalled: z.boolean() })),
  /** Files that are in a bucket and not in the backup. */
  bucket: z
    .object({
      endpoint: z.string(),
      name: z.string(),
      files: z.array(z.object({ key: z.string(), storedAtMs: z.number() })),
    })
    .nullable(),
  /** Sealed to the recovery key; null: the installation had no master key. */
  masterKey: z.object({ publicKey: z.string(), sealed: z.string() }).nullable(),
  /** Every file of the backup except the manifest and its hash. */
  parts: z.array(part),
})

export type Manifest = z.infer<typeof manifest>
export type SavedTable = Manifest['tables'][number]
export type Part = z.infer<typeof part>

/** The generated SQL of the schema, which depends on the version. */
export const repeatablesName = 'repeatables.json'

const manifestName = 'manifest.json'
/** In the format of sha256sum. */
const hashName = 'manifest.json.sha256'

/** The backup differs from its manifest. */
export class DamagedBackup extends StartFailure {}

export const hashFile = async (file: string): Promise<Omit<Part, 'path'>> => {
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(createReadStream(file), async (chunks) => {
    for await (const chunk of chunks as AsyncIterable<Buffer>) {
      hash.update(chunk)
      bytes += chunk.length
    }
  })
  return { bytes, sha256: hash.digest('hex') }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

export const writeManifest = async (folder: string, content: Manifest): Promise<void> => {
  const text = `${JSON.stringify(content, null, 1)}\n`
  await writeFile(join(folder, hashName), `${hashOf(text)}  ${manifestName}\n`, { flush: true })
  await writeFile(join(folder, manifestName), text, { flush: true })
}

/** @throws DamagedBackup */
export const readManifest = async (folder: string): Promise<Manifest> => {
  const read = async (name: string): Promise<string> => {
    try {
      return await readFile(join(folder, name), 'utf8')
    } catch (error) {
      throw new DamagedBackup(
        `${folder} is not a complete backup: ${name} cannot be read (${(error as NodeJS.ErrnoException).code})`,
      )
    }
  }
  const text = await read(manifestName)
  if ((await read(hashName)) !== `${hashOf(text)}  ${manifestName}\n`)
    throw new DamagedBackup(`${manifestName} does not match its hash in ${hashName}`)
  const parsed = manifest.safeParse(JSON.parse(text))
  if (parsed.success) return parsed.data
  throw new DamagedBackup(
    `This version cannot read ${manifestName}: ${z.prettifyError(parsed.error)}`,
  )
}

/** The keys of the files in the backup or in the bucket. */
export const storedKeys = ({ parts, bucket }: Manifest): string[] =>
  bucket
    ? bucket.files.map(({ key }) => key)
    : parts.filter((one) => one.path.startsWith('files/')).map((one) => basename(one.path))

const listFiles = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))

/**
 * Reads every byte of the backup.
 * @throws DamagedBackup that names the first part that is missing, changed or unknown
 */
export const verifyParts = async (folder: string, { parts }: Manifest): Promise<void> => {
  const known = new Set([manifestName, hashName, ...parts.map((one) => one.path)])
  const found = new Set(await listFiles(folder))
  for (const name of known)
    if (!found.has(name)) throw new DamagedBackup(`${name} is missing in the backup`)
  for (const name of found)
    if (!known.has(name)) throw new DamagedBackup(`${name} is not in the manifest`)
  for (const one of parts) {
    const { bytes, sha256: hash } = await hashFile(join(folder, one.path))
    if (bytes !== one.bytes || hash !== one.sha256)
      throw new DamagedBackup(`${one.path} is not as it was saved`)
  }
}

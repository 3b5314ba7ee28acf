import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ListableStore, StoredFile } from './file-store.ts'
import { openFileStore } from './open-file-store.ts'

const secret = 'a secret of the bucket'
const objects = new Map<string, { bytes: Buffer; type: string }>()
let bucket: Server
let folder: string
let stores: Record<'folder' | 'bucket', ListableStore>

const hmac = (key: Buffer | string, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest()
const hex = (data: Buffer): string => createHash('sha256').update(data).digest('hex')

/**
 * AWS Signature Version 4, implemented from the published rules, so that the bucket refuses
 * unsigned requests.
 */
const isSigned = (request: IncomingMessage, body: Buffer): boolean => {
  const match =
    /^AWS4-HMAC-SHA256 Credential=(\w+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    )
  if (!match || match[1] !== 'keyid') return false
  const [, , day, region, names, signature] = match as unknown as [
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  const bodyHash = String(request.headers['x-amz-content-sha256'])
  if (bodyHash !== 'UNSIGNED-PAYLOAD' && bodyHash !== hex(body)) return false
  const [path, query = ''] = request.url!.split('?')
  const canonical = [
    request.method,
    path,
    query.split('&').sort().join('&'),
    ...names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    names,
    bodyHash,
  ].join('\n')
  const at = String(request.headers['x-amz-date'])
  const key = ['s3', 'aws4_request'].reduce(
    (before, part) => hmac(before, part),
    hmac(hmac(`AWS4${secret}`, day), region),
  )
  return (
    hmac(
      key,
      [
        'AWS4-HMAC-SHA256',
        at,
        `${day}/${region}/s3/aws4_request`,
        hex(Buffer.from(canonical)),
      ].join('\n'),
    ).toString('hex') === signature
  )
}

/** ListObjectsV2 with two objects per page, and tokens that must be escaped. */
const listPage = ({ searchParams }: URL): string => {
  const all = [...objects.keys()]
    .map((path) => path.slice('/pictures/'.length))
    .filter((key) => key.startsWith(searchParams.get('prefix')!))
  const from = Number(searchParams.get('continuation-token')?.split('&')[1] ?? 0)
  const contents = all
    .slice(from, from + 2)
    .map(
      (key) =>
        `<Contents><Key>${key}</Key><LastModified>2026-11-01T10:00:00.000Z</LastModified></Contents>`,
    )
  const more = from + 2 < all.length
  return `<ListBucketResult>${contents.join('')}<IsTruncated>${more}</IsTruncated>${more ? `<NextContinuationToken>a&amp;${from + 2}</NextContinuationToken>` : ''}</ListBucketResult>`
}

beforeAll(async () => {
  bucket = createServer((request, reply) => {
    const parts: Buffer[] = []
    request
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', () => {
        const body = Buffer.concat(parts)
        const path = request.url!
        if (path.startsWith('/moved/'))
          return void reply.writeHead(307, { location: path.replace('/moved', '/pictures') }).end()
        const answer = (status: number, text: string | Buffer = ''): void => {
          reply.writeHead(status).end(text)
        }
        if (!isSigned(request, body))
          return answer(403, '<Error><Code>SignatureDoesNotMatch</Code></Error>')
        if (path.startsWith('/pictures?')) return answer(200, listPage(new URL(path, 'http://x')))
        if (!path.startsWith('/pictures/'))
          return answer(404, '<Error><Code>NoSuchBucket</Code></Error>')
        if (request.method === 'PUT') {
          objects.set(path, { bytes: body, type: String(request.headers['content-type']) })
          return answer(200)
        }
        if (request.method === 'DELETE') {
          objects.delete(path)
          return answer(204)
        }
        const object = objects.get(path)
        const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
        if (object && range)
          return answer(206, object.bytes.subarray(Number(range[1]), Number(range[2]) + 1))
        return object
          ? answer(200, object.bytes)
          : answer(404, '<Error><Code>NoSuchKey</Code></Error>')
      })
  })
  await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve))
  folder = await mkdtemp(join(tmpdir(), 'swath-store-'))
  stores = {
    folder: openFileStore({ s3: undefined, dataFolder: folder }),
    bucket: openFileStore({ s3: s3(), dataFolder: folder }),
  }
})
afterAll(async () => {
  bucket.close()
  await rm(folder, { recursive: true })
})
const s3 = (given = {}) => ({
  endpoint: `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`,
  region: 'ap-southeast-7',
  bucket: 'pictures',
  accessKeyId: 'keyid',
  secretAccessKey: secret,
  ...given,
})
const key = 'aB-_'.repeat(10)
const listAll = async (store: ListableStore): Promise<StoredFile[]> => {
  const files: StoredFile[] = []
  for await (const file of store.list()) files.push(file)
  return files
}

describe.each(['folder', 'bucket'] as const)('a store in a %s', (kind) => {
  const bytes = Buffer.from([0, 255, 10, 13, 0, 1])
  test('returns what was stored, until it is removed', async () => {
    const store = stores[kind]
    expect(await store.get(key)).toBeNull()
    await store.put(key, bytes, 'image/png')
    expect(Buffer.from((await store.get(key))!)).toEqual(bytes)
    await store.remove(key)
    expect(await store.get(key)).toBeNull()
    await store.remove(key) // removing it again succeeds
  })

  test('returns a part of a file', async () => {
    const store = stores[kind]
    expect(await store.getRange(key, 0, 2)).toBeNull()
    await store.put(key, bytes, 'image/png')
    expect(Buffer.from((await store.getRange(key, 1, 3))!)).toEqual(bytes.subarray(1, 3))
    expect(Buffer.from((await store.getRange(key, 4, 9))!)).toEqual(bytes.subarray(4))
    await store.remove(key)
  })

  test('lists its files, each with its time', async () => {
    const store = stores[kind]
    const keys = ['a', 'b', 'c', 'd', 'e'].map((letter) => letter.repeat(30))
    for (const name of keys) await store.put(name, bytes, 'image/png')
    const listed = await listAll(store)
    expect(listed.map((one) => one.key).sort()).toEqual(keys)
    for (const { storedAtMs } of listed) expect(storedAtMs).toBeGreaterThan(Date.UTC(2026, 9, 1))
    for (const name of keys) await store.remove(name)
    expect(await listAll(store)).toEqual([])
  })
})

test('a folder hides its files from other users of the machine, and contains no temporary files', async () => {
  await stores.folder.put(key, Buffer.from('x'), 'image/png')
  expect(await readdir(join(folder, 'files', 'aB'))).toEqual([key])
  expect((await stat(join(folder, 'files', 'aB', key))).mode & 0o077).toBe(0)
  for (const hostile of ['../../x'.padEnd(30, 'y'), 'short', '/etc/passwd', `${key}/..`])
    await expect(stores.folder.get(hostile)).rejects.toThrow('not a key')
})

test('a bucket receives the type, and is addressed by path', async () => {
  await stores.bucket.put(key, Buffer.from('x'), 'image/jpeg')
  expect(objects.get(`/pictures/files/${key}`)).toMatchObject({ type: 'image/jpeg' })
})

test('a bucket that refuses or does not exist causes an error rather than an empty file', async () => {
  const wrong = openFileStore({ s3: s3({ secretAccessKey: 'other' }), dataFolder: folder })
  await expect(wrong.get(key)).rejects.toThrow(/answered 403 to GET/)
  await expect(wrong.put(key, Buffer.from('x'), 'image/png')).rejects.toThrow(/answered 403 to PUT/)
  await expect(
    openFileStore({ s3: s3({ bucket: 'nowhere' }), dataFolder: folder }).put(
      key,
      Buffer.from('x'),
      'image/png',
    ),
  ).rejects.toThrow(/no bucket nowhere/)
})

test('a redirect of a bucket is not followed', async () => {
  await stores.bucket.put(key, Buffer.from('x'), 'image/png')
  await expect(
    openFileStore({ s3: s3({ bucket: 'moved' }), dataFolder: folder }).get(key),
  ).rejects.toThrow('fetch failed')
})

import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ErrorBody } from '@swath/contract/errors'
import { fileRoutes } from '@swath/contract/files'
import { insertRegions } from '../../../platform/auth/testing.queries.ts'
import { tx } from '../../../platform/database/database.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { openFileStore } from '../../../platform/files/open-file-store.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { claimFile, releaseFile, type FilePurpose } from './files.queries.ts'
import { fileHandlers } from './files.routes.ts'
import { removeUnclaimedFiles } from './file-cleanup.ts'
import { drawing, hostileContents, photo, traces } from './testing-uploads.ts'

const database = await ownTestDatabase(insertRegions)
const { db } = database
let folder: string
let store: FileStore
let console_: Awaited<ReturnType<typeof openConsole<typeof fileRoutes>>>
let li: TestPerson

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swath-files-'))
  store = openFileStore({ s3: undefined, dataFolder: folder })
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  console_ = await openConsole(database, fileRoutes, fileHandlers, Date.now(), {
    dataFolder: folder,
  })
  li = await console_.person({ type: 'operator' })
  return () => console_.close()
})

const boundary = 'b0undary'
const head = (name = 'file', filename = 'x.png', type = 'image/png') =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="${filename}"\r\ncontent-type: ${type}\r\n\r\n`
const part = (content: Uint8Array | string, ...names: Parameters<typeof head>) =>
  Buffer.concat([Buffer.from(head(...names)), Buffer.from(content), Buffer.from('\r\n')])
const form = (...parts: Buffer[]) => Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])
let lastIp = 0
type Sender = {
  person?: TestPerson | null
  ip?: string
  language?: string
  headers?: Record<string, string>
}
/** Each unauthenticated request has its own address unless a test sets one. */
const send = (
  payload: Buffer,
  {
    person = li,
    ip = `10.7.${++lastIp >> 8}.${lastIp & 255}`,
    language = 'en',
    headers = {},
  }: Sender = {},
) =>
  console_.server.inject({
    method: 'POST',
    url: fileRoutes.uploadImage.path,
    remoteAddress: ip,
    payload,
    headers: {
      'host': 'localhost',
      language,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(person ? { authorization: `Bearer ${person.token}` } : {}),
      ...headers,
    },
  })
const upload = async (sender: Sender = {}, content?: Buffer) => {
  const reply = await send(form(part(content ?? (await drawing()))), sender)
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json<{ url: string }>().url
}
const fetchFile = (url: string, person: TestPerson | null = li) =>
  console_.server.inject({
    method: 'GET',
    url,
    headers: { host: 'localhost', ...(person ? { authorization: `Bearer ${person.token}` } : {}) },
  })
const claim = (url: string, purpose: FilePurpose, of = li) =>
  tx(db, (trx) => claimFile(trx, url, { accountId: of.account.id, purpose }))
const readCode = (reply: { json: () => unknown }) => (reply.json() as ErrorBody).code
const stored = async () =>
  (
    await readdir(join(folder, 'files'), { recursive: true }).catch(
      (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? [] : Promise.reject(error)),
    )
  ).filter((name) => name.includes('/'))

describe('uploadImage', () => {
  test('re-encodes a photo: upright, at most 2048 px, without metadata of place and camera', async () => {
    const upright = await sharp(await photo(3000, 1500))
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const url = await upload({}, upright)
    expect(url).toMatch(/^\/api\/files\/[\w-]{43}$/)
    const reply = await fetchFile(url)
    const { format, width, height, exif, icc, xmp, orientation } = await sharp(
      reply.rawPayload,
    ).metadata()
    expect({ format, width, height, exif, icc, xmp, orientation }).toEqual({
      format: 'jpeg',
      width: 1024,
      height: 2048,
      exif: undefined,
      icc: undefined,
      xmp: undefined,
      orientation: undefined,
    })
  })

  test('keeps transparency in a PNG', async () => {
    const source = await sharp({
      create: {
        width: 10,
        height: 10,
        channels: 4,
        background: { r: 200, g: 0, b: 0, alpha: 0.5 },
      },
    })
      .png()
      .toBuffer()
    const { format, hasAlpha } = await sharp(
      (await fetchFile(await upload({}, source))).rawPayload,
    ).metadata()
    expect({ format, hasAlpha }).toEqual({ format: 'png', hasAlpha: true })
  })

  test('is allowed without signing in, twenty an hour from one address', async () => {
    const stranger = { person: null, ip: '10.1.1.1' }
    for (let i = 0; i < 20; i++) await upload(stranger)
    const refused = await send(form(part(await drawing())), stranger)
    expect([refused.statusCode, readCode(refused), Number(refused.headers['retry-after'])]).toEqual(
      [429, 'too_many_requests', expect.any(Number)],
    )
    expect(await upload({ person: null, ip: '10.1.1.2' })).toMatch(/^\/api\/files\//)
    // Signed-in people are counted by account.
    expect(await upload({ ip: '10.1.1.1' })).toMatch(/^\/api\/files\//)
    const { uploaded_by } = await db
      .selectFrom('stored_file')
      .select('uploaded_by')
      .where('uploaded_by', '=', li.id)
      .executeTakeFirstOrThrow()
    expect(uploaded_by).toBe(li.id)
  })

  test('refuses an expired token instead of treating its owner as not signed in', async () => {
    const reply = await send(form(part(await drawing())), {
      headers: { authorization: `Bearer sw_${'x'.repeat(43)}` },
    })
    expect([reply.statusCode, readCode(reply)]).toEqual([401, 'unauthenticated'])
  })

  test('stores nothing if the file store fails', async () => {
    const failing = await openConsole(
      database,
      fileRoutes,
      (services) =>
        fileHandlers(services, {
          ...store,
          put: async () => {
            throw new Error('the disk is full')
          },
        }),
      Date.now(),
      { dataFolder: folder },
    )
    const person = await failing.person({ type: 'operator' })
    const reply = await failing.server.inject({
      method: 'POST',
      url: fileRoutes.uploadImage.path,
      payload: form(part(await drawing())),
      headers: {
        'host': 'localhost',
        'authorization': `Bearer ${person.token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
    })
    expect([reply.statusCode, reply.body.includes('disk')]).toEqual([503, false])
    expect(
      await db
        .selectFrom('stored_file')
        .select('key')
        .where('uploaded_by', '=', person.id)
        .execute(),
    ).toEqual([])
    await failing.close()
  })
})

describe('hostile content', async () => {
  const contents = await hostileContents()
  test('covers at least sixty cases', () => expect(contents.length).toBeGreaterThanOrEqual(60))

  test.each(contents)('%s', async (_name, content, outcome) => {
    const before = await stored()
    const reply = await send(form(part(content)), { person: null, language: 'th' })
    if (outcome !== 'clean') {
      expect(readCode(reply)).toBe(outcome)
      expect(reply.json<ErrorBody>().message).toMatch(/[\u0E00-\u0E7F]/)
      expect(await stored()).toEqual(before)
      return
    }
    expect(reply.statusCode, reply.body).toBe(200)
    const { url } = reply.json<{ url: string }>()
    await claim(url, 'logo')
    const picture = (await fetchFile(url, null)).rawPayload
    for (const trace of traces)
      expect(picture.includes(Buffer.from(trace, 'latin1')), trace).toBe(false)
    const { format, width, height, exif, xmp, icc, space, depth } = await sharp(picture).metadata()
    expect({ format, exif, xmp, icc, depth }).toEqual({
      format: content[0] === 0xff ? 'jpeg' : 'png',
      exif: undefined,
      xmp: undefined,
      icc: undefined,
      depth: 'uchar',
    })
    expect(['srgb', 'b-w']).toContain(space)
    expect(Math.max(width, height)).toBeLessThanOrEqual(2048)
    expect(findPictureEnd(picture)).toBe(picture.length)
  })

  /** The end of the picture, according to its own format. */
  const findPictureEnd = (picture: Buffer): number =>
    picture[0] === 0xff
      ? picture.lastIndexOf(Buffer.from([0xff, 0xd9])) + 2
      : picture.indexOf('IEND') + 8

  test('does not leak memory: a hundred of the worst, four at a time', async () => {
    const worst = contents
      .filter(([name]) => /bomb|200 MB|million|cut off at 99|65000/.test(name))
      .map(([, content]) => form(part(content)))
    const rssMb = (): number => process.memoryUsage().rss / 2 ** 20
    const round = async (count: number): Promise<void> => {
      for (let i = 0; i < count; i += 4) {
        const replies = await Promise.all(
          Array.from({ length: 4 }, (_, j) =>
            send(worst[(i + j) % worst.length]!, { person: null }),
          ),
        )
        for (const reply of replies) expect(reply.statusCode).toBeLessThan(500)
      }
      globalThis.gc?.()
    }
    await round(40) // the libraries have allocated their caches by then
    const before = rssMb()
    await round(100)
    const grownMb = rssMb() - before
    expect(grownMb).toBeLessThan(80)
  })
})

describe('a hostile form', () => {
  const multipart = (value: string) => ({ headers: { 'content-type': value } })
  const forms: [
    name: string,
    payload: () => Promise<Buffer> | Buffer,
    sender: Sender,
    outcome: string,
  ][] = [
    [
      'with two files',
      async () => form(part(await drawing()), part(await drawing())),
      {},
      'one_file',
    ],
    ['with no part', () => form(), {}, 'one_file'],
    ['with nothing at all', () => Buffer.alloc(0), {}, 'one_file'],
    [
      'with a text instead of a file',
      () =>
        Buffer.from(
          `--${boundary}\r\ncontent-disposition: form-data; name="file"\r\n\r\nhello\r\n--${boundary}--\r\n`,
        ),
      {},
      'one_file',
    ],
    [
      'with a text beside the file',
      async () =>
        Buffer.concat([
          Buffer.from(
            `--${boundary}\r\ncontent-disposition: form-data; name="role"\r\n\r\nadmin\r\n`,
          ),
          form(part(await drawing())),
        ]),
      {},
      'one_file',
    ],
    [
      'with a file of another name',
      async () => form(part(await drawing(), 'picture')),
      {},
      'one_file',
    ],
    [
      'with a file called __proto__',
      async () => form(part(await drawing(), '__proto__')),
      {},
      'one_file',
    ],
    [
      'without a boundary',
      async () => form(part(await drawing())),
      multipart('multipart/form-data'),
      'one_file',
    ],
    [
      'with another boundary than it says',
      async () => form(part(await drawing())),
      multipart('multipart/form-data; boundary=other'),
      'one_file',
    ],
    ['that never ends', async () => part(await drawing()), {}, 'one_file'],
    [
      'that ends within the head of its part',
      () => Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; na`),
      {},
      'one_file',
    ],
    ['that is JSON', () => Buffer.from('{"file":"x"}'), multipart('application/json'), 'one_file'],
    ['that is a text', () => Buffer.from('file=x'), multipart('text/plain'), 'one_file'],
    [
      'that is a form of the older kind',
      () => Buffer.from('file=x'),
      multipart('application/x-www-form-urlencoded'),
      'unsupported_media_type',
    ],
    [
      'with eleven megabytes',
      () => form(part(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(11 << 20)]))),
      {},
      'image_too_large',
    ],
  ]
  test.each(forms)('%s', async (_name, payload, sender, outcome) => {
    const reply = await send(await payload(), { ...sender, person: null, language: 'ko' })
    expect([readCode(reply), reply.statusCode < 500]).toEqual([outcome, true])
    expect(reply.json<ErrorBody>().message).toMatch(/[\uAC00-\uD7AF]/)
  })

  test.each([
    ['a path', '../../../../etc/cron.d/x.png'],
    ['a path of Windows', 'C:\\Windows\\x.png'],
    ['NUL', 'x.png\0.html'],
    ['a script', '<script>alert(1)</script>.html'],
    ['a thousand letters', `${'n'.repeat(1000)}.png`],
    ['line breaks', 'x%0d%0aset-cookie: a=b.png'],
    ['nothing', ''],
  ])('a name with %s has no effect', async (_what, filename) => {
    const reply = await send(form(part(await drawing(), 'file', filename)))
    if (reply.statusCode !== 200) return expect(readCode(reply)).toBe('one_file')
    const { url } = reply.json<{ url: string }>()
    expect(url).toMatch(/^\/api\/files\/[\w-]{43}$/)
    expect((await fetchFile(url)).headers['content-disposition']).toBe(
      'inline; filename="picture.png"',
    )
  })

  test.each(['text/html', 'image/svg+xml', 'application/x-php', 'image/jpeg', 'x'.repeat(300)])(
    'a type of %s has no effect',
    async (type) => {
      const url = (await send(form(part(await drawing(), 'file', 'x.png', type)))).json<{
        url: string
      }>().url
      expect((await fetchFile(url)).headers['content-type']).toBe('image/png')
    },
  )

  test('with a part header of a megabyte costs no more than its bytes', async () => {
    const reply = await send(
      Buffer.concat([
        Buffer.from(`--${boundary}\r\nx-large: ${'x'.repeat(1 << 20)}\r\n`),
        form(part(await drawing())),
      ]),
    )
    expect(reply.statusCode).toBeLessThan(500)
  })

  /**
   * The response over a real socket to a client that sends false lengths, is slow or disconnects.
   */
  const raw = async (
    text: string | Buffer,
    { slowly = false, waitMs = 60_000 } = {},
  ): Promise<string> => {
    await console_.server.listen({ host: '127.0.0.1', port: 0 })
    const socket = connect((console_.server.server.address() as AddressInfo).port, '127.0.0.1')
    let answer = ''
    socket
      .setEncoding('utf8')
      .on('data', (data: string) => {
        answer += data
      })
      .on('error', () => undefined)
    const all = Buffer.from(text)
    for (let at = 0; at < all.length; at += slowly ? 40 : all.length) {
      socket.write(all.subarray(at, slowly ? at + 40 : all.length))
      if (slowly) await wait(10)
    }
    for (let i = 0; i < waitMs / 20 && !answer.includes('\r\n\r\n'); i++) await wait(20)
    socket.destroy()
    return answer
  }
  const request = (length: number, extra = '') =>
    `POST ${fileRoutes.uploadImage.path} HTTP/1.1\r\nhost: localhost\r\nlanguage: en\r\ncontent-type: multipart/form-data; boundary=${boundary}\r\ncontent-length: ${length}\r\n${extra}\r\n`

  test('with a length of a gigabyte is refused before it is read', async () => {
    expect(await raw(request(2 ** 30) + head())).toMatch(/^HTTP\/1\.1 413 [\s\S]*image_too_large/)
  })
  test('that is longer than announced is read up to the announced length', async () => {
    const body = form(part(await drawing()))
    expect(await raw(Buffer.concat([Buffer.from(request(50)), body]))).toMatch(
      /^HTTP\/1\.1 400 [\s\S]*(one_file|malformed_body)/,
    )
  })
  test('that arrives slowly is accepted while it keeps arriving', async () => {
    const small = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const body = form(part(small))
    expect(
      await raw(Buffer.concat([Buffer.from(request(body.length)), body]), { slowly: true }),
    ).toMatch(/^HTTP\/1\.1 200 [\s\S]*\/api\/files\//)
  })
  test('with headers of 100 KiB is not read', async () => {
    expect(await raw(request(10, `x-large: ${'x'.repeat(100_000)}\r\n`))).toMatch(
      /^HTTP\/1\.1 4(13|31) /,
    )
  })
  test('whose sender disconnects leaves no upload and no used slot', async () => {
    const before = await stored()
    for (let i = 0; i < 6; i++)
      await raw(request(100_000) + head(), { waitMs: 300 }).catch(() => '')
    await wait(50)
    expect(await stored()).toEqual(before)
    expect(await upload({ person: null, ip: '127.0.0.1' })).toMatch(/^\/api\/files\//)
  })
})

describe('getFile', () => {
  test('returns an avatar and a logo to anyone, and allows caching them permanently', async () => {
    for (const purpose of ['avatar', 'logo'] as const) {
      const url = await upload()
      await claim(url, purpose)
      const { statusCode, headers } = await fetchFile(url, null)
      expect(statusCode).toBe(200)
      expect(headers).toMatchObject({
        'content-type': 'image/png',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
        'content-disposition': 'inline; filename="picture.png"',
        'cache-control': 'public, max-age=31536000, immutable',
      })
    }
  })

  test('returns a licence to people of its account and to reviewers above it, and to no one else', async () => {
    const platform = await console_.person({ type: 'platform' })
    const clerk = await console_.colleague(platform, { user_type: 3 })
    const maker = await console_.person({ type: 'manufacturer' })
    const below = await console_.person({ type: 'operator', parent: maker.account } as Parameters<
      typeof console_.person
    >[0])
    const colleague = await console_.colleague(below, { user_type: 3 })
    const county = await console_.person({ type: 'government', region_code: '156330106' })
    const otherCounty = await console_.person({ type: 'government', region_code: '156330108' })
    const rival = await console_.person({ type: 'operator' })
    const url = await upload({ person: null })
    await claim(url, 'licence', below)

    const seen = async (person: TestPerson | null) => (await fetchFile(url, person)).statusCode
    expect([
      await seen(below),
      await seen(colleague),
      await seen(platform),
      await seen(county),
    ]).toEqual([200, 200, 200, 200])
    expect([
      await seen(clerk),
      await seen(otherCounty),
      await seen(rival),
      await seen(li),
      await seen(null),
    ]).toEqual([404, 404, 404, 404, 404])
    expect((await fetchFile(url, below)).headers['cache-control']).toBe('private, no-store')
    const unknown = await fetchFile(`/api/files/${'u'.repeat(43)}`, rival)
    const same = ({ traceId: _, ...body }: Record<string, unknown>) => body
    expect(same((await fetchFile(url, rival)).json())).toEqual(same(unknown.json()))
  })

  test('returns an unclaimed file to its uploader only, so that nobody can use us to spread pictures', async () => {
    const url = await upload()
    const colleague = await console_.colleague(li, {})
    expect([
      (await fetchFile(url)).statusCode,
      (await fetchFile(url, colleague)).statusCode,
      (await fetchFile(url, null)).statusCode,
    ]).toEqual([200, 404, 404])
    expect((await fetchFile(await upload({ person: null }), null)).statusCode).toBe(404)
  })

  test.each(['..%2f..%2fetc%2fpasswd', 'x', '%00'.repeat(10), 'a'.repeat(61)])(
    'of %s is refused',
    async (key) => {
      expect((await fetchFile(`/api/files/${key}`)).statusCode).toBeGreaterThanOrEqual(400)
    },
  )
})

describe('claimFile', () => {
  test('accepts an upload once, for one account and one purpose', async () => {
    const rival = await console_.person({ type: 'operator' })
    const url = await upload()
    await claim(url, 'licence')
    await claim(url, 'licence') // the same form submitted again
    await expect(claim(url, 'logo')).rejects.toMatchObject({
      code: 'invalid_input',
      details: [{ path: 'file', message: 'notAnUpload' }],
    })
    await expect(claim(url, 'logo', rival)).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(claim(`/api/files/${'z'.repeat(43)}`, 'logo')).rejects.toMatchObject({
      code: 'invalid_input',
    })
    for (const none of [null, ''])
      await tx(db, (trx) => claimFile(trx, none, { accountId: li.account.id, purpose: 'logo' }))
  })
})

describe('removeUnclaimedFiles', () => {
  const cleanUp = () => removeUnclaimedFiles(console_.services, store)
  test('removes unreferenced files after a day, and no others', async () => {
    const [kept, left, released] = [await upload(), await upload({ person: null }), await upload()]
    await claim(kept, 'logo')
    await claim(released, 'avatar')
    console_.clock.advance(20 * 3_600_000)
    await tx(db, (trx) =>
      releaseFile(trx, released, { accountId: li.account.id, now: new Date(console_.clock.now()) }),
    )
    console_.clock.advance(5 * 3_600_000)
    const fresh = await upload({ person: null })
    await cleanUp()
    const rows = (await db.selectFrom('stored_file').select('key').execute()).map(({ key }) => key)
    const files = (await stored()).map((name) => name.split('/').at(-1))
    const keys = (...urls: string[]) => urls.map((url) => url.split('/').at(-1)!)
    for (const key of keys(kept, released, fresh))
      expect([rows.includes(key), files.includes(key)]).toEqual([true, true])
    for (const key of keys(left))
      expect([rows.includes(key), files.includes(key)]).toEqual([false, false])
    console_.clock.advance(20 * 3_600_000)
    await cleanUp()
    expect((await stored()).map((name) => name.split('/').at(-1))).not.toContain(keys(released)[0])
  })

  test('deletes the pictures of a deleted account', async () => {
    const gone = await console_.person({ type: 'operator' })
    const url = await upload()
    await claim(url, 'licence', gone)
    await db.deleteFrom('app_user').where('account_id', '=', gone.account.id).execute()
    await db.deleteFrom('account').where('id', '=', gone.account.id).execute()
    console_.clock.advance(25 * 3_600_000)
    await cleanUp()
    expect((await fetchFile(url)).statusCode).toBeGreaterThanOrEqual(400)
    expect(await store.get(url.split('/').at(-1)!)).toBeNull()
  })
})

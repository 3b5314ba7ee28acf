// The container format, checked by programs that share no code: the server's, the TypeScript and C
// verifiers for makers, and openssl.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  headerBytes,
  writeContainerHeader,
  type ContainerHeader,
} from '@swath/domain/firmware-container'
import {
  computeFingerprint,
  readRawPublicKey,
  signDigest,
  toPrivateKey,
  toPublicKey,
  verifyContainer,
  wrapBuild,
} from './container.ts'
import { formatKeyText, makeSecrets, sealKeyText } from './key-file.ts'

const tool = (name: string): string =>
  fileURLToPath(new URL(`../../../../../../tools/firmware-verifier/${name}`, import.meta.url))

const secrets = makeSecrets()
const privateKey = toPrivateKey(secrets.seed)
const publicKey = readRawPublicKey(privateKey)
const fingerprint = computeFingerprint(publicKey)

const inParts = async function* (bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += length) yield bytes.subarray(from, from + length)
}
const build = randomBytes(10_000)
const about: ContainerHeader = {
  chunkBytes: 4096,
  buildBytes: build.length,
  buildId: '01'.repeat(16),
  modelId: '0'.repeat(32),
  fingerprint,
  salt: randomBytes(16).toString('hex'),
  sha256: createHash('sha256').update(build).digest('hex'),
  firmwareType: 'flight_controller',
  version: '3.2.1',
  rcid: '',
}
const wrap = async (header = about, content: Buffer = build): Promise<Buffer> => {
  let digest: Buffer = Buffer.alloc(0)
  const parts: Uint8Array[] = []
  for await (const part of wrapBuild(
    inParts(content, 999),
    header,
    secrets.encryptionKey,
    (result) => {
      digest = result
    },
  ))
    parts.push(part)
  return Buffer.concat([...parts, signDigest(digest, privateKey)])
}

const findKey = async (asked: string) =>
  asked === fingerprint ? { publicKey, encryptionKey: secrets.encryptionKey } : null
const judge = async (file: Buffer): Promise<string | null> =>
  (await verifyContainer(inParts(file, 1234), file.length, findKey)).refusal

let folder: string
let container: Buffer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swath-firmware-'))
  container = await wrap()
  await writeFile(
    join(folder, 'key.pem'),
    toPublicKey(publicKey).export({ format: 'pem', type: 'spki' }),
  )
  execFileSync('cc', [
    '-std=c99',
    '-Wall',
    '-Wextra',
    '-Werror',
    '-o',
    join(folder, 'verify'),
    tool('verify.c'),
    '-lcrypto',
  ])
})
afterAll(() => rm(folder, { recursive: true }))

const programs = {
  c: (): readonly [string, string[]] => [join(folder, 'verify'), []],
  typescript: (): readonly [string, string[]] => [process.execPath, [tool('verify.ts')]],
}
type Program = keyof typeof programs

/**
 * The result of a maker's program for a file; with the encryption key it also extracts the build.
 */
const ask = async (program: Program, file: Buffer, withKey = true): Promise<string> => {
  const path = join(folder, 'file.swfw')
  await writeFile(path, file)
  const [command, first] = programs[program]()
  const { stdout, status } = spawnSync(
    command,
    [
      ...first,
      path,
      join(folder, 'key.pem'),
      ...(withKey ? [secrets.encryptionKey.toString('hex'), join(folder, 'build')] : []),
    ],
    { encoding: 'utf8' },
  )
  return `${String(status)} ${stdout.trim()}`
}

/** One bit in each part of the file: header, chunks, tags, signature. */
const flips = (length: number): readonly (readonly [string, number])[] => [
  ['magic', 3],
  ['chunk length', 13],
  ['spare', 29],
  ['id of the build', 40],
  ['fingerprint', 48],
  ['salt', 70],
  ['sum of the build', 100],
  ['version', 152],
  ['first chunk', headerBytes],
  ['first tag', headerBytes + 4096],
  ['last chunk', length - 64 - 16 - 1],
  ['last tag', length - 65],
  ['signature', length - 64],
  ['end of the signature', length - 1],
]
const flipped = (at: number): Buffer => {
  const file = Buffer.from(container)
  file[at]! ^= 1
  return file
}

describe.each(Object.keys(programs) as Program[])('the %s of makers', (program) => {
  test('accepts valid files, and extracts the build', async () => {
    expect(await ask(program, container)).toBe('0 verified: flight_controller 3.2.1, 10000 bytes')
    expect((await readFile(join(folder, 'build'))).equals(build)).toBe(true)
    expect(await ask(program, container, false)).toContain('not decrypted')
    await rm(join(folder, 'build'))
  })

  test('refuses a flipped bit anywhere, truncation and appended bytes', async () => {
    const spoiled = [
      ...flips(container.length)
        // Each starts a process. The C verifier is fast; a third suffices for the other.
        .filter((_, i) => program === 'c' || i % 3 === 0)
        .map(([, at]) => flipped(at)),
      container.subarray(0, -1),
      Buffer.concat([container, Buffer.alloc(1)]),
    ]
    for (const file of spoiled) {
      expect(await ask(program, file)).toMatch(/^1 refused: /)
      expect(await ask(program, file, false)).toMatch(/^1 refused: /)
    }
    expect(existsSync(join(folder, 'build'))).toBe(false)
    expect(existsSync(join(folder, 'build.unverified'))).toBe(false)
    // Starts dozens of processes.
  })
})

test('the server accepts valid files, in parts of any size', async () => {
  for (const length of [1, 256, 4096, 50_000]) {
    const file = inParts(container, length)
    expect((await verifyContainer(file, container.length, findKey)).refusal).toBeNull()
  }
  expect(await judge(await wrap({ ...about, buildBytes: 4096 }, build.subarray(0, 4096)))).toBe(
    'content_wrong',
  )
})

test('the server refuses a flipped bit anywhere, and states the reason', async () => {
  for (const [what, at] of flips(container.length))
    expect(await judge(flipped(at)), what).not.toBeNull()
  // Also every bit of header and signature.
  for (let at = 0; at < headerBytes; at++)
    expect(await judge(flipped(at)), String(at)).not.toBeNull()
  for (let at = container.length - 64; at < container.length; at++)
    expect(await judge(flipped(at)), String(at)).toBe('signature_wrong')
  expect(await judge(flipped(3))).toBe('not_a_container')
  expect(await judge(flipped(48))).toBe('key_unknown')
  expect(await judge(flipped(headerBytes))).toBe('signature_wrong')
  expect(await judge(container.subarray(0, -1))).toBe('length_wrong')
})

test('swapped chunks are refused, even with a new signature', async () => {
  const [a, b] = [headerBytes, headerBytes + 4096 + 16]
  const swapped = Buffer.concat([
    container.subarray(0, a),
    container.subarray(b, b + 4112),
    container.subarray(a, a + 4112),
    container.subarray(b + 4112, -64),
  ])
  const again = Buffer.concat([
    swapped,
    signDigest(createHash('sha256').update(swapped).digest(), privateKey),
  ])
  expect(await judge(again)).toBe('chunk_wrong')
  for (const program of ['c', 'typescript'] as const)
    expect(await ask(program, again)).toMatch(/^1 refused: (a )?chunk/)
})

test('openssl verifies the signature, and decrypts the key file', async () => {
  const digest = createHash('sha256').update(container.subarray(0, -64)).digest()
  await writeFile(join(folder, 'message'), Buffer.concat([Buffer.from('swath-firmware-1'), digest]))
  await writeFile(join(folder, 'signature'), container.subarray(-64))
  expect(
    execFileSync('openssl', [
      ...['pkeyutl', '-verify', '-pubin', '-rawin'],
      ...['-inkey', join(folder, 'key.pem'), '-in', join(folder, 'message')],
      ...['-sigfile', join(folder, 'signature')],
    ]).toString(),
  ).toContain('Verified Successfully')
  const text = formatKeyText(secrets, {
    fingerprint,
    accountName: 'Maker\nof drones',
    createdAt: new Date(0),
  })
  await writeFile(join(folder, 'keys.enc'), await sealKeyText(text, 'nine small drones'))
  const opened = execFileSync('openssl', [
    ...['enc', '-d', '-aes-256-cbc', '-pbkdf2', '-iter', '600000'],
    ...['-in', join(folder, 'keys.enc'), '-pass', 'pass:nine small drones'],
  ]).toString()
  expect(opened).toBe(text)
  expect(opened).toContain(secrets.encryptionKey.toString('hex'))
  expect(opened).toContain('# account: Maker of drones')
})

/** By the server, and by both programs of makers. */
const judgeAll = async (file: Buffer): Promise<string[]> => [
  String(await judge(file)),
  await ask('c', file),
  await ask('typescript', file),
]

describe('attacks', () => {
  const allRefuse = async (file: Buffer): Promise<boolean> => {
    const [server, ...programs] = await judgeAll(file)
    return server !== 'null' && programs.every((answer) => answer.startsWith('1 refused'))
  }
  const older = { ...about, version: '3.1.0', buildId: '02'.repeat(16), salt: 'ab'.repeat(16) }

  test('parts of valid files do not make a valid file (mix and match)', async () => {
    const other = await wrap(older)
    const [ours, theirs] = [container, other].map((file) => [
      file.subarray(0, headerBytes),
      file.subarray(headerBytes, -64),
      file.subarray(-64),
    ]) as [Buffer[], Buffer[]]
    for (const mixed of [0, 1, 2].map((part) => Buffer.concat(ours.with(part, theirs[part]!))))
      expect(await allRefuse(mixed)).toBe(true)
  })

  test('an older file cannot claim a newer version, another part or model (rollback)', async () => {
    const file = await wrap(older)
    for (const change of [
      { version: '3.3.0' },
      { firmwareType: 'radio' },
      { modelId: '1'.repeat(32) },
    ] as const) {
      const claimed = Buffer.concat([
        writeContainerHeader({ ...older, ...change }),
        file.subarray(headerBytes),
      ])
      expect(await allRefuse(claimed)).toBe(true)
    }
    // The unchanged older file is valid: the drone compares versions (docs/firmware-format.md).
    expect(await judgeAll(file)).toEqual([
      'null',
      '0 verified: flight_controller 3.1.0, 10000 bytes',
      '0 verified: flight_controller 3.1.0, 10000 bytes',
    ])
  })

  test('a stolen key makes no file for drones of another maker, or without the encryption key', async () => {
    const thief = makeSecrets()
    const sign = async (fingerprintOf: string, encryptionKey: Buffer, seed: Buffer) => {
      const parts: Uint8Array[] = []
      let digest: Buffer = Buffer.alloc(0)
      const header = { ...about, fingerprint: fingerprintOf }
      const keep = (result: Buffer) => void (digest = result)
      for await (const part of wrapBuild(inParts(build, 999), header, encryptionKey, keep))
        parts.push(part)
      return Buffer.concat([...parts, signDigest(digest, toPrivateKey(seed))])
    }
    const own = computeFingerprint(readRawPublicKey(toPrivateKey(thief.seed)))
    // their own key; their own key under the name of the maker's; the maker's signing key alone
    expect(await allRefuse(await sign(own, thief.encryptionKey, thief.seed))).toBe(true)
    expect(await allRefuse(await sign(fingerprint, secrets.encryptionKey, thief.seed))).toBe(true)
    expect(await allRefuse(await sign(fingerprint, thief.encryptionKey, secrets.seed))).toBe(true)
  })
})

import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { toFile, showTool, createWorkerClass } from '../testing-show.tsx'
import { answerCheck, type CheckRequest } from './check-requests.ts'
import { ChecksumMaker } from './checksum-maker.ts'
import { compareChecksum } from './checksums.ts'
import { FirmwareCheckScreen } from './firmware-check-screen.tsx'
import { readPublicKey, readSignature } from './signature.ts'
import { isSignatureRight } from './verify-signature.ts'

const fetched = vi.fn<() => void>()
beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal(
    'Worker',
    createWorkerClass((send) => (request: CheckRequest) => answerCheck(request, send)),
  )
})

const hex = (text: string) =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

// RFC 8032, section 7.1, test 3
const rfc = {
  key: 'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
  message: 'af82',
  signature:
    '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
} as const

describe('checksums', () => {
  test('of "abc" as published in the standards, whole and in chunks', () => {
    // FIPS 180-2 (SHA-1, SHA-256, SHA-512), RFC 1321 (MD5).
    const sums = new ChecksumMaker()
      .update(new TextEncoder().encode('a'))
      .update(new TextEncoder().encode('bc'))
      .done()
    expect(sums).toEqual({
      sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      sha1: 'a9993e364706816aba3e25717850c26c9cd0d89d',
      md5: '900150983cd24fb0d6963f7d28e17f72',
      crc32: '352441c2',
      sha512:
        'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
    })
    expect(compareChecksum('', sums)).toBeNull()
    expect(
      compareChecksum(
        'BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD  firmware.bin',
        sums,
      ),
    ).toEqual({ outcome: 'same', name: 'sha256' })
    expect(compareChecksum('sha1: a9993e364706816aba3e25717850c26c9cd0d89d', sums)).toEqual({
      outcome: 'same',
      name: 'sha1',
    })
    expect(compareChecksum('90 01 50 98 3c d2 4f b0 d6 96 3f 7d 28 e1 7f 72', sums)).toEqual({
      outcome: 'same',
      name: 'md5',
    })
    expect(compareChecksum('0x352441C2', sums)).toEqual({ outcome: 'same', name: 'crc32' })
    expect(compareChecksum('900150983cd24fb0d6963f7d28e17f73', sums)).toEqual({
      outcome: 'other',
      name: 'md5',
    })
    expect(compareChecksum('hello', sums)).toEqual({ outcome: 'not_a_checksum' })
  })
})

describe('signatures', () => {
  test('RFC 8032: valid for its message, invalid for any other', () => {
    expect(isSignatureRight(hex(rfc.message), hex(rfc.signature), hex(rfc.key))).toBe(true)
    expect(isSignatureRight(hex('af83'), hex(rfc.signature), hex(rfc.key))).toBe(false)
    expect(
      isSignatureRight(hex(rfc.message), hex(rfc.signature.replace(/^62/, '63')), hex(rfc.key)),
    ).toBe(false)
    // A point of small order is no valid key.
    expect(isSignatureRight(hex(rfc.message), new Uint8Array(64), new Uint8Array(32))).toBe(false)
  })
  test('reads keys in common formats', () => {
    const raw = hex(rfc.key)
    const base64 = btoa(String.fromCharCode(...raw))
    const spki = btoa(String.fromCharCode(...hex('302a300506032b6570032100'), ...raw))
    const ssh = btoa(
      String.fromCharCode(
        0,
        0,
        0,
        11,
        ...new TextEncoder().encode('ssh-ed25519'),
        0,
        0,
        0,
        32,
        ...raw,
      ),
    )
    for (const text of [
      rfc.key,
      rfc.key.toUpperCase(),
      base64,
      spki,
      `-----BEGIN PUBLIC KEY-----\n${spki}\n-----END PUBLIC KEY-----\n`,
      `ssh-ed25519 ${ssh} me@field`,
    ])
      expect(readPublicKey(text)).toEqual(raw)
    for (const text of [
      '',
      'abc',
      rfc.key.slice(2),
      'ssh-ed25519 AAAA',
      '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----',
    ])
      expect(readPublicKey(text)).toBeNull()
    expect(readSignature(rfc.signature)).toHaveLength(64)
    expect(readSignature(rfc.key)).toBeNull()
  })
})

describe('the firmware check', () => {
  const choose = (name: string, content: Uint8Array | string) =>
    fireEvent.change(screen.getByTestId('file'), { target: { files: [toFile(name, content)] } })

  test('reports a file’s type, that it is complete, and compares its checksum; nothing is sent', async () => {
    showTool(<FirmwareCheckScreen />)
    expect(
      screen.getByText('The file stays in your browser. It is not uploaded or stored.'),
    ).toBeTruthy()
    choose('a.hex', ':0300300002337A1E\n:00000001FF\n')
    expect(await screen.findByRole('heading', { name: 'a.hex' })).toBeTruthy()
    expect(screen.getByText('Intel HEX')).toBeTruthy()
    expect(screen.getByText('The file is intact: all checks passed.')).toBeTruthy()
    const sha1 = screen.getByText('SHA-1').nextElementSibling!.querySelector('code')!.textContent
    fireEvent.change(screen.getByRole('textbox', { name: 'Compare with a published checksum' }), {
      target: { value: sha1 },
    })
    expect(screen.getByText('The SHA-1 matches.')).toBeTruthy()
    fireEvent.change(screen.getByRole('textbox', { name: 'Compare with a published checksum' }), {
      target: { value: `${sha1.slice(0, -1)}${sha1.endsWith('0') ? '1' : '0'}` },
    })
    expect(screen.getByText('The SHA-1 doesn’t match: this is a different file.')).toBeTruthy()
    expect(fetched).not.toHaveBeenCalled()
  })
  test('lists the damaged lines', async () => {
    showTool(<FirmwareCheckScreen />)
    choose('a.hex', ':0300300002337A1F\n')
    expect(await screen.findByText('Line 1: checksum 0x1F, expected 0x1E.')).toBeTruthy()
    expect(screen.getByText('2 errors')).toBeTruthy()
  })
  test('verifies a signature, and reports a wrong key, signature or file', async () => {
    showTool(<FirmwareCheckScreen />)
    choose('signed.bin', hex(rfc.message))
    const key = await screen.findByRole('textbox', { name: 'Public key' })
    fireEvent.change(key, { target: { value: 'abc' } })
    expect(screen.getByText('Not a valid Ed25519 public key.')).toBeTruthy()
    fireEvent.change(key, { target: { value: rfc.key } })
    fireEvent.change(screen.getByTestId('signature-file'), {
      target: { files: [toFile('signed.sig', hex(rfc.signature))] },
    })
    expect(await screen.findByDisplayValue(rfc.signature)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Verify' }))
    expect(
      await screen.findByText('Valid signature: the owner of this key signed exactly this file.'),
    ).toBeTruthy()
    choose('other.bin', hex('af83'))
    expect(await screen.findByRole('heading', { name: 'other.bin' })).toBeTruthy()
  })
  test('a missing file is reported', async () => {
    showTool(<FirmwareCheckScreen />)
    const gone = Object.assign(toFile('gone.bin', 'x'), {
      slice: () => ({
        arrayBuffer: async () => {
          throw new DOMException('gone', 'NotReadableError')
        },
      }),
    })
    fireEvent.change(screen.getByTestId('file'), { target: { files: [gone] } })
    expect(
      await screen.findByText(
        'gone.bin can no longer be read. It may have been moved or changed. Choose it again.',
      ),
    ).toBeTruthy()
  })
})

// Uploads, wraps and signs a maker's builds over HTTP.
import { randomBytes } from 'node:crypto'
import type { Firmware, firmwareRoutes } from '@swath/contract/gear/firmware'
import type { openConsole, TestPerson } from '../../../platform/http/testing-console.ts'
import { runDueJobs } from '../../../platform/jobs/testing-jobs.ts'
import { checkFirmwareJob } from './check-firmware.ts'
import { wrapFirmwareJob } from './wrap-firmware.ts'

export type FirmwareConsole = Awaited<ReturnType<typeof openConsole<typeof firmwareRoutes>>>

/** Sends one piece as the only part of a form. */
export const sendBytes = async <T>(
  console_: FirmwareConsole,
  person: TestPerson,
  path: string,
  piece: Uint8Array,
): Promise<{ status: number; body: T }> => {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(piece)]))
  const sent = new Response(form)
  const reply = await console_.server.inject({
    method: 'PUT',
    url: path,
    headers: {
      'host': 'localhost',
      'language': 'en',
      'authorization': `Bearer ${person.token}`,
      'content-type': sent.headers.get('content-type')!,
    },
    payload: Buffer.from(await sent.arrayBuffer()),
  })
  return { status: reply.statusCode, body: reply.json<T>() }
}

export const runFirmwareJobs = ({ services }: FirmwareConsole): Promise<void> =>
  runDueJobs(services.db, [wrapFirmwareJob(services), checkFirmwareJob(services)])

export const uploadBuild = async (
  console_: FirmwareConsole,
  maker: TestPerson,
  firmwareVersion: string,
  { bytes = randomBytes(5000), ...more }: { bytes?: Uint8Array; [field: string]: unknown } = {},
): Promise<Firmware> => {
  let firmware = await console_.ask<Firmware>(maker, 'createFirmware', {
    body: {
      filename: `build-${firmwareVersion}.bin`,
      bytes: bytes.length,
      firmwareType: 'flight_controller',
      firmwareVersion,
      ...more,
    },
  })
  while (firmware.state === 'uploading') {
    const { receivedBytes: from, pieceBytes } = firmware
    const { status, body } = await sendBytes<Firmware>(
      console_,
      maker,
      `/api/firmware/manage/${firmware.firmwareId}/bytes?offset=${from}`,
      bytes.subarray(from, from + pieceBytes),
    )
    if (status !== 200) throw new Error(JSON.stringify(body))
    firmware = body
  }
  return firmware
}

/** A build that can be rolled out. */
export const signedBuild = async (
  console_: FirmwareConsole,
  maker: TestPerson,
  firmwareVersion: string,
  more: Parameters<typeof uploadBuild>[3] = {},
): Promise<Firmware> => {
  const { firmwareId } = await uploadBuild(console_, maker, firmwareVersion, more)
  await console_.ask(maker, 'encryptFirmware', { body: { firmwareId } })
  await runFirmwareJobs(console_)
  return console_.ask<Firmware>(maker, 'signFirmware', { body: { firmwareId } })
}

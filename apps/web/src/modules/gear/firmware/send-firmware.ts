// Uploads a build, or a file to be verified, in chunks; resumes after a broken connection.
import type { Firmware } from '@swath/contract/gear/firmware'
import type { FirmwareCheck } from '@swath/contract/gear/firmware-checks'
import { call } from '../../../lib/api.ts'
import { patiently } from '../../../lib/patiently.ts'
import type { Body } from '../../../lib/use-change.ts'

type Sending = { signal: AbortSignal; onSent: (bytes: number) => void }
type Coming = { receivedBytes: number; pieceBytes: number }

const pieceMs = 300_000

const sendPieces = async <Row extends Coming>(
  begun: Row,
  file: File,
  isWhole: (row: Row) => boolean,
  append: (
    offset: string,
    piece: Blob,
    options: { signal: AbortSignal; timeoutMs: number; onProgress: (ratio: number) => void },
  ) => Promise<Row>,
  { signal, onSent }: Sending,
): Promise<Row> => {
  let row = begun
  while (!isWhole(row)) {
    const offset = row.receivedBytes
    const piece = file.slice(offset, offset + row.pieceBytes)
    row = await patiently(
      () =>
        append(String(offset), piece, {
          signal,
          timeoutMs: pieceMs,
          onProgress: (ratio) => onSent(offset + Math.round(ratio * piece.size)),
        }),
      signal,
    )
    onSent(row.receivedBytes)
  }
  return row
}

type About = Omit<Body<'createFirmware'>, 'bytes' | 'filename'>

/**
 * Remembers the upload that it started: submitting the same form again resumes it, another form
 * starts a new one. Create one per form.
 */
export const createFirmwareSender = () => {
  let begun: { of: string; firmwareId: string } | null = null
  const forget = async (): Promise<void> => {
    const last = begun
    begun = null
    if (last) await call('deleteFirmware', { params: { firmwareId: last.firmwareId } })
  }
  const begin = async (about: About, file: File): Promise<Firmware> => {
    const body = { ...about, filename: file.name.slice(-200), bytes: file.size }
    const of = JSON.stringify([body, file.lastModified])
    if (begun?.of === of) return call('getFirmware', { params: { firmwareId: begun.firmwareId } })
    await forget()
    const firmware = await call('createFirmware', { body })
    begun = { of, firmwareId: firmware.firmwareId }
    return firmware
  }
  return {
    send: async (about: About, file: File, sending: Sending): Promise<Firmware> => {
      const whole = await sendPieces(
        await begin(about, file),
        file,
        ({ state }) => state !== 'uploading',
        (offset, piece, options) =>
          call(
            'appendFirmware',
            { params: { firmwareId: begun!.firmwareId }, query: { offset }, file: piece },
            options,
          ),
        sending,
      )
      begun = null
      return whole
    },
    forget,
  }
}

/** Resolves when the file is uploaded; its check follows later. */
export const sendForVerifying = async (file: File, sending: Sending): Promise<FirmwareCheck> => {
  const begun = await call('verifyFirmware', {
    body: { filename: file.name.slice(-200), bytes: file.size },
  })
  return sendPieces(
    begun,
    file,
    ({ state }) => state !== 'uploading',
    (offset, piece, options) =>
      call(
        'appendFirmwareCheck',
        { params: { checkId: begun.checkId }, query: { offset }, file: piece },
        options,
      ),
    sending,
  )
}

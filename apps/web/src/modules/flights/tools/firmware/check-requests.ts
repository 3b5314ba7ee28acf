import { ChecksumMaker } from './checksum-maker.ts'
import type { Checksums } from './checksums.ts'
import { inspectFirmware } from './inspect-firmware.ts'
import type { FirmwareReport } from './report.ts'
import { isSignatureRight } from './verify-signature.ts'

export type CheckRequest =
  | { readonly id: number; readonly ask: 'check'; readonly file: File }
  | {
      readonly id: number
      readonly ask: 'verify'
      readonly file: File
      readonly signature: Uint8Array
      readonly publicKey: Uint8Array
    }

export type CheckAnswer =
  | { readonly id: number; readonly readBytes: number }
  /** `report` is null for a file too large to fit in memory; only its checksums are computed. */
  | { readonly id: number; readonly checksums: Checksums; readonly report: FirmwareReport | null }
  | { readonly id: number; readonly right: boolean }
  | { readonly id: number; readonly failed: string }

/** Maximum size of files to inspect and verify, because these are held in memory completely. */
export const mostHeldBytes = 536_870_912
const pieceBytes = 4_194_304

export const answerCheck = async (
  request: CheckRequest,
  send: (answer: CheckAnswer) => void,
): Promise<void> => {
  const { id, file } = request
  try {
    if (request.ask === 'verify') {
      send({
        id,
        right: isSignatureRight(
          new Uint8Array(await file.arrayBuffer()),
          request.signature,
          request.publicKey,
        ),
      })
      return
    }
    const maker = new ChecksumMaker()
    for (let at = 0; at < file.size; at += pieceBytes) {
      maker.update(new Uint8Array(await file.slice(at, at + pieceBytes).arrayBuffer()))
      send({ id, readBytes: Math.min(file.size, at + pieceBytes) })
    }
    send({
      id,
      checksums: maker.done(),
      report:
        file.size > mostHeldBytes
          ? null
          : await inspectFirmware(new Uint8Array(await file.arrayBuffer())),
    })
  } catch (error) {
    // The file was moved or changed after it was chosen, or memory ran out: the page reports it.
    send({ id, failed: String(error) })
  }
}

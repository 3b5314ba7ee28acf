// Uploads a file as a browser does: in pieces, each as a multipart form.
import {
  logPieceBytes,
  type FlightLogDetail,
  type FlightLogRow,
} from '@swath/contract/flights/flight-logs'
import type { openConsole, TestPerson } from '../../../platform/http/testing-console.ts'
import type { flightLogRoutes } from '@swath/contract/flights/flight-logs'

export type LogConsole = Awaited<ReturnType<typeof openConsole<typeof flightLogRoutes>>>

const boundary = 'swath-test-boundary'

export const sendPiece = (
  console_: LogConsole,
  person: TestPerson,
  logId: string,
  offset: number,
  piece: Uint8Array,
) =>
  console_.server.inject({
    method: 'PUT',
    url: `/api/drone/flight-log/manage/${logId}/bytes?offset=${offset}`,
    headers: {
      'host': 'localhost',
      'language': 'en',
      'authorization': `Bearer ${person.token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: Buffer.concat([
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="piece"\r\ncontent-type: application/octet-stream\r\n\r\n`,
      ),
      piece,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  })

/** Sends a file from the current offset and waits until it has been read. */
export const upload = async (
  console_: LogConsole,
  person: TestPerson,
  fileName: string,
  bytes: Uint8Array,
  droneId: string | null = null,
): Promise<FlightLogDetail> => {
  const begun = await console_.ask<FlightLogRow>(person, 'createFlightLog', {
    body: { fileName, bytes: bytes.length, modifiedMs: 1_700_000_000_000, droneId },
  })
  for (let at = begun.receivedBytes; at < bytes.length;) {
    const reply = await sendPiece(
      console_,
      person,
      begun.logId,
      at,
      bytes.subarray(at, at + logPieceBytes),
    )
    if (reply.statusCode !== 200)
      throw new Error(`appendFlightLog: ${reply.statusCode} ${reply.body}`)
    at = reply.json<FlightLogRow>().receivedBytes
  }
  for (;;) {
    const detail = await console_.ask<FlightLogDetail>(person, 'getFlightLog', {
      params: { logId: begun.logId },
    })
    if (detail.status !== 'reading' && detail.status !== 'uploading') return detail
    await new Promise((resolve) => void setTimeout(resolve, 20))
  }
}

// Input that could block the event loop, for every call that accepts large input: used by its test
// and the benchmark of stalls.
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { ZipFile } from 'yazl'
import { droneRoutes } from '@swath/contract/fleet/drones'
import {
  flightLogRoutes,
  logPieceBytes,
  type FlightLogDetail,
} from '@swath/contract/flights/flight-logs'
import type { Sortie } from '@swath/contract/flights/flight-list'
import { flightRoutes } from '@swath/contract/flights/flights'
import type { Route } from '@swath/contract/kit'
import { noFlyZoneRoutes } from '@swath/contract/land/no-fly-zones'

/** Address of the program, and tokens of the senders. */
export type Target = { url: string; platform: string; maker: string; droneId: string }
export type HostileInput = {
  sheet: Uint8Array
  wideTable: Uint8Array
  quotes: Uint8Array
  zone: object
  log: Uint8Array
  logPoints: number
}

const workbook = (parts: Record<string, string>): Promise<Buffer> => {
  const zip = new ZipFile()
  const book = {
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet r:id="a"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="a" Target="worksheets/sheet1.xml"/></Relationships>',
    ...parts,
  }
  for (const [name, content] of Object.entries(book)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return buffer(zip.outputStream)
}

const star = (lng: number, lat: number, radius: number): [number, number][] => {
  const ring = Array.from({ length: 1999 }, (_, i): [number, number] => {
    const angle = (2 * Math.PI * i) / 1999
    const far = radius * (i % 2 === 0 ? 1 : 0.95)
    return [
      Number((lng + far * Math.cos(angle)).toFixed(6)),
      Number((lat + far * Math.sin(angle)).toFixed(6)),
    ]
  })
  return [...ring, ring[0]!]
}

/** One flight at 1 Hz in lanes of 200 m, as the device's own messages, one per line. */
const longLog = (points: number, untilMs: number): Buffer => {
  const lines: string[] = []
  for (let from = 0; from < points; from += 50) {
    const pts = Array.from({ length: Math.min(50, points - from) }, (_, k) => {
      const i = from + k
      const along = Math.abs((i % 80) - 40)
      return {
        t: untilMs - (points - i) * 1000,
        lng: Number((120.15 + (along * 5) / 96_262).toFixed(7)),
        lat: Number((30.25 + Math.floor(i / 40) * 4.5e-5).toFixed(7)),
        height: 3,
        speed: 5,
        heading: 90,
        flow: 2,
        pump: true,
        width: 5,
      }
    })
    lines.push(JSON.stringify({ v: 1, boot: 'long', seq: from, pts }))
  }
  return Buffer.from(lines.join('\n'))
}

export const hostileInput = async (logPoints: number): Promise<HostileInput> => ({
  sheet: await workbook({ 'xl/worksheets/sheet1.xml': '<a>'.repeat(200_000) }),
  wideTable: await workbook({
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${`<row>${'<c t="str"><v>abcdefghij</v></c>'.repeat(50)}</row>`.repeat(9_000)}</sheetData></worksheet>`,
  }),
  quotes: Buffer.from(`droneId,modelName\n${`"${'""'.repeat(900)}",x\n`.repeat(3_500)}`),
  zone: {
    noflyName: 'Many corners',
    type: 1,
    shape: {
      kind: 'polygon',
      rings: [
        star(120.1, 30.2, 0.5),
        ...Array.from({ length: 19 }, (_, i) =>
          star(119.9 + (i % 5) * 0.1, 30.05 + Math.floor(i / 5) * 0.1, 0.04),
        ),
      ],
    },
  },
  log: longLog(logPoints, Date.now() - 86_400_000),
  logPoints,
})

type Sending = {
  params?: Record<string, string>
  query?: Record<string, string>
  json?: object
  file?: Uint8Array
}

const sendTo =
  (url: string, token: string) =>
  async <T>(
    { method, path }: Route,
    { params = {}, query = {}, json, file }: Sending,
  ): Promise<{ status: number; body: T }> => {
    const form = new FormData()
    if (file) form.set('file', new Blob([new Uint8Array(file)]), 'f')
    const full = path.replace(/\{(\w+)\}/g, (_, name: string) => params[name]!)
    const reply = await fetch(`${url}${full}?${new URLSearchParams(query).toString()}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(json ? { 'content-type': 'application/json' } : {}),
      },
      ...(file ? { body: form } : json ? { body: JSON.stringify(json) } : {}),
    })
    const text = await reply.text()
    return {
      status: reply.status,
      body: (reply.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text) as T,
    }
  }

/**
 * Sends all inputs, one after the other, and waits until the flight of the log is visible.
 * @returns the answer of each call
 */
export const bringHostileInput = async (
  { url, platform, maker, droneId }: Target,
  input: HostileInput,
  onAnswer: (door: string) => void = () => undefined,
): Promise<Record<string, number>> => {
  const [asPlatform, asMaker] = [sendTo(url, platform), sendTo(url, maker)]
  const answers: Record<string, number> = {}
  const note = <T>(door: string, { status, body }: { status: number; body: T }): T => {
    answers[door] = status
    onAnswer(door)
    return body
  }
  const preview = droneRoutes.previewDroneImport
  note('nested sheet', await asMaker(preview, { file: input.sheet }))
  note('wide sheet', await asMaker(preview, { file: input.wideTable }))
  note('quotes', await asMaker(preview, { file: input.quotes }))
  note('zone', await asPlatform(noFlyZoneRoutes.createNoFlyZone, { json: input.zone }))

  const { log } = input
  const begun = await asMaker<{ logId: string }>(flightLogRoutes.createFlightLog, {
    json: { fileName: 'long.json', bytes: log.length, modifiedMs: 1, droneId },
  })
  const params = { logId: begun.body.logId }
  for (let at = 0; at < log.length; at += logPieceBytes)
    await asMaker(flightLogRoutes.appendFlightLog, {
      params,
      query: { offset: String(at) },
      file: log.subarray(at, at + logPieceBytes),
    })
  for (;;) {
    const { body } = await asMaker<FlightLogDetail>(flightLogRoutes.getFlightLog, { params })
    if (body.status !== 'reading' && body.status !== 'uploading') break
    await sleep(200)
  }
  note('log read', await asMaker(flightLogRoutes.getFlightLogTracks, { params }))
  note('log accepted', await asMaker(flightLogRoutes.acceptFlightLog, { params }))
  let sortieId: string | undefined
  while (sortieId === undefined) {
    await sleep(200)
    const { body } = await asMaker<{ items: Sortie[] }>(flightRoutes.listFlights, {
      query: { droneId },
    })
    sortieId = body.items.find(
      ({ hasTrack, durationS }) => hasTrack && durationS > input.logPoints / 2,
    )?.sortieId
  }
  const query = { droneId, sortieId }
  note('detail', await asMaker(flightRoutes.getSortie, { query }))
  note('tracks', await asMaker(flightRoutes.getTracks, { json: { droneId, ids: [sortieId] } }))
  note('batteries', await asMaker(flightRoutes.getBattery, { query }))
  return answers
}

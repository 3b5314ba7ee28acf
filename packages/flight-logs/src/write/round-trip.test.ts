import { describe, expect, it } from 'vitest'
import { canonicalPoints } from '@swath/domain/canonical-points'
import { PointColumns } from '@swath/domain/telemetry-point'
import { anyPoint, samplePoint, sprayingTrack } from '@swath/domain/track-samples'
import fc from 'fast-check'
import { readFlightLog } from '../read-flight-log.ts'
import { writeCsv } from './csv.ts'
import { writeGeoJson } from './geojson.ts'
import { writeGpx } from './gpx.ts'
import { writeKml } from './kml.ts'
import { testSortie } from './testing-sortie.ts'
import type { WrittenSorties } from './written-sortie.ts'
import { writeZip } from '@swath/file-syntax/zip-writer'

const WRITERS = {
  GPX: (sorties) => writeGpx(sorties),
  KML: (sorties) => writeKml(sorties, 'Tracks <1> & "2"'),
  GeoJSON: (sorties) => writeGeoJson(sorties),
  CSV: (sorties) => writeCsv(sorties),
} as const satisfies Readonly<Record<string, (sorties: WrittenSorties) => AsyncGenerator<string>>>

async function written(pieces: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const piece of pieces) text += piece
  return text
}

const read = async (text: string) => (await readFlightLog(new TextEncoder().encode(text)))!

const sampleTrack = (seed: number, startMs = 1_767_225_600_000) =>
  canonicalPoints(PointColumns.of(sprayingTrack({ minutes: 3, hz: 5, seed, startMs })))

const asPoints = (columns: PointColumns) =>
  Array.from({ length: columns.length }, (_, i) => columns.at(i))

describe.each(Object.keys(WRITERS) as (keyof typeof WRITERS)[])('%s', (format) => {
  const write = WRITERS[format]

  it('it reads back to the same points, with any fields missing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyPoint(), { minLength: 1, maxLength: 40 }), async (list) => {
        // places that every reader drops, and clocks before 2000, have their own test
        const points = canonicalPoints(
          PointColumns.of(
            list.filter((point) => Math.abs(point.lng) > 0.001 || Math.abs(point.lat) > 0.001),
          ),
        )
        if (points.length === 0) return
        const back = await read(await written(write([testSortie(points)])))
        expect(asPoints(back.points)).toEqual(asPoints(points))
        expect(back.report).toMatchObject({
          badRecords: 0,
          withoutTime: 0,
          withoutPosition: 0,
          truncatedAtByte: null,
        })
      }),
      { numRuns: 60, seed: 3 },
    )
  })

  it('reads several sorties back together, names with special characters', async () => {
    const first = sampleTrack(1)
    const second = sampleTrack(2, 1_767_300_000_000)
    const name = '=1+1,"<b>&\'\u0007\n;田地 แปลง'
    const text = await written(
      write([
        testSortie(first, { name }),
        testSortie(second, { id: '2', name, droneId: '@SW"<2>' }),
      ]),
    )
    const back = await read(text)
    expect(back.points.length).toBe(first.length + second.length)
    expect(back.report.badRecords).toBe(0)
    expect(text).not.toContain('\u0007')
  })

  it('writes the smallest numbers without an exponent, which XML does not know', async () => {
    const text = await written(
      write([
        testSortie(
          PointColumns.of([
            samplePoint({ lng: 1e-7, lat: 51.5, heightM: 0.01 }),
            samplePoint({ tMs: 1_767_225_601_000, lng: -3e-7, lat: 51.5, seq: 9 }),
          ]),
        ),
      ]),
    )
    expect(text).toContain('0.0000001')
    expect(text).toContain('-0.0000003')
    expect(text).not.toMatch(/\de-\d/)
  })

  it('writes a sortie without points, and no sorties at all', async () => {
    expect((await read(await written(write([testSortie(new PointColumns())])))).points.length).toBe(
      0,
    )
    expect(await written(write([]))).not.toBe('')
  })

  it('it writes in pieces, and requests the next sortie only after writing the one before', async () => {
    const points = sampleTrack(1)
    let asked = 0
    async function* sorties() {
      for (; asked < 3; asked++) yield testSortie(points, { id: String(asked) })
    }
    const pieces = write(sorties())
    for (let i = 0; i < 2; i++) await pieces.next()
    expect(asked).toBeLessThan(2)
    await pieces.return(undefined)
  })
})

describe('KMZ', () => {
  it('is a zipped KML, deflated or stored', async () => {
    const points = PointColumns.of(
      Array.from({ length: 50 }, (_, i) =>
        samplePoint({ tMs: 1_767_225_600_000 + i * 200, lng: 116 + i / 1e5, seq: i }),
      ),
    )
    const kml = await written(writeKml([testSortie(points)], 'x'))
    for (const content of [kml, new TextEncoder().encode(kml)]) {
      const parts: Uint8Array[] = []
      for await (const part of writeZip([
        { name: 'images/x.txt', content: 'x' },
        { name: 'doc.kml', content },
      ]))
        parts.push(part)
      const log = await readFlightLog(parts)
      expect(log).toMatchObject({ format: 'kmz', report: { badRecords: 0 } })
      expect(asPoints(log!.points)).toEqual(asPoints(points))
    }
  })
})

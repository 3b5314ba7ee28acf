// Files of fields that cost far more to read than to send, and one that does not.
import { writeZip } from '@swath/file-syntax/zip-writer'

const kmz = async (kml: string): Promise<Uint8Array> => {
  const pieces: Uint8Array[] = []
  for await (const piece of writeZip([{ name: 'doc.kml', content: kml }])) pieces.push(piece)
  return Buffer.concat(pieces)
}

const placemark = (name: string, ring: readonly string[]): string =>
  `<Placemark><name>${name}</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${ring.join(' ')}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`
const document = (inside: string): string =>
  `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${inside}</Document></kml>`

/** Needles from one long side of a field to the other. */
const comb = (corners: number): string[] => {
  const ring = Array.from({ length: corners }, (_, i) => {
    const lng = 114 + (i / corners) * 0.02
    return `${lng.toFixed(7)},${i % 2 === 0 ? 35.00001 : 35.01}`
  })
  return ['114,35', ...ring, '114.02,35', '114,35']
}

/** About 2 kB: twelve fields. */
export const smallFile = (): Uint8Array =>
  Buffer.from(
    document(
      Array.from({ length: 12 }, (_, i) => {
        const lng = 114 + i * 0.01
        const corner = (dLng: number, dLat: number): string =>
          `${(lng + dLng).toFixed(4)},${35 + dLat}`
        return placemark(
          `${i}`,
          [
            [0, 0],
            [0.002, 0],
            [0.002, 0.002],
            [0, 0.002],
            [0, 0],
          ].map(([dLng, dLat]) => corner(dLng!, dLat!)),
        )
      }).join(''),
    ),
  )

/** Each kind several times: instructions that never end, open tags, combs, one heap of fields. */
export const hostileFiles = async (): Promise<{ name: string; bytes: Uint8Array }[]> => {
  const fields = Array.from({ length: 40 }, (_, i) => placemark(`${i}`, comb(9_990))).join('')
  return [
    { name: 'instructions.kmz', bytes: await kmz(`<kml>${'<?x '.repeat(20_000_000)}`) },
    { name: 'quotes.kmz', bytes: await kmz(`<kml>${'<a b="'.repeat(12_000_000)}`) },
    { name: 'combs.kmz', bytes: await kmz(document(fields)) },
  ]
}

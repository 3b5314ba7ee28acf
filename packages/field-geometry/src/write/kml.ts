import type { LngLat } from '@swath/domain/lng-lat'
import type { Polygon } from '@swath/domain/polygon'
import { xmlText } from '@swath/file-syntax/xml-text'
import { writeZip } from '@swath/file-syntax/zip-writer'
import {
  degreesText,
  partsOf,
  plainValue,
  propertiesOf,
  type WrittenFeature,
  type WrittenFeatures,
} from './written-feature.ts'

const ringText = (ring: readonly LngLat[]): string =>
  `<LinearRing><coordinates>${ring.map(([lng, lat]) => `${degreesText(lng)},${degreesText(lat)}`).join(' ')}</coordinates></LinearRing>`

const polygonText = ([outer = [], ...holes]: Polygon): string =>
  `<Polygon><outerBoundaryIs>${ringText(outer)}</outerBoundaryIs>${holes.map((hole) => `<innerBoundaryIs>${ringText(hole)}</innerBoundaryIs>`).join('')}</Polygon>`

const placemarkText = (feature: WrittenFeature): string => {
  const parts = partsOf(feature.shape).map(polygonText)
  const data = Object.entries(propertiesOf(feature))
    .map(([name, value]) => [name, plainValue(value)] as const)
    .filter(([, value]) => value !== null && value !== '')
    .map(
      ([name, value]) =>
        `<Data name="${xmlText(name)}"><value>${xmlText(String(value))}</value></Data>`,
    )
    .join('')
  return (
    `<Placemark id="${xmlText(`_${feature.id}`)}"><name>${xmlText(feature.name)}</name><styleUrl>#ground</styleUrl>` +
    `${data === '' ? '' : `<ExtendedData>${data}</ExtendedData>`}` +
    `${parts.length === 1 ? parts[0]! : `<MultiGeometry>${parts.join('')}</MultiGeometry>`}</Placemark>\n`
  )
}

/** OGC KML 2.2. */
export const writeKml = async function* (
  features: WrittenFeatures,
  title: string,
): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>${xmlText(title)}</name>`
  yield '<Style id="ground"><LineStyle><width>2</width></LineStyle><PolyStyle><fill>0</fill></PolyStyle></Style>\n'
  for await (const feature of features) yield placemarkText(feature)
  yield '</Document></kml>\n'
}

/** The same in a zip, under the name that readers look for first. */
export const writeKmz = async function* (
  features: WrittenFeatures,
  title: string,
): AsyncGenerator<Uint8Array> {
  let content = ''
  for await (const piece of writeKml(features, title)) content += piece
  yield* writeZip([{ name: 'doc.kml', content }])
}

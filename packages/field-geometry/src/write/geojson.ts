import {
  partsOf,
  propertiesOf,
  type WrittenFeature,
  type WrittenFeatures,
} from './written-feature.ts'

/** GeoJSON has no circles: a circle is a Point with `radiusM`, as geofencing software reads it. */
const geometryOf = ({ shape }: WrittenFeature): object => {
  if (shape.kind === 'circle') return { type: 'Point', coordinates: shape.center }
  const parts = partsOf(shape)
  return parts.length === 1
    ? { type: 'Polygon', coordinates: parts[0] }
    : { type: 'MultiPolygon', coordinates: parts }
}

/** RFC 7946. */
export const writeGeoJson = async function* (features: WrittenFeatures): AsyncGenerator<string> {
  yield '{"type":"FeatureCollection","features":['
  let separator = '\n'
  for await (const feature of features) {
    const properties = { name: feature.name, ...propertiesOf(feature) }
    yield (
      separator +
      JSON.stringify({ type: 'Feature', id: feature.id, geometry: geometryOf(feature), properties })
    )
    separator = ',\n'
  }
  yield '\n]}\n'
}

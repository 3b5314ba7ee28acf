import type { Feature, FeatureCollection, GeoJSON } from 'geojson'
import { feature } from 'topojson-client'

type Topology = Parameters<typeof feature>[0]
/** As `tools/geodata/base-map-labels.ts` writes it. */
type LabelRow = readonly [
  number,
  number,
  'country' | 'area' | 'city',
  number,
  string,
  string,
  string,
  string,
  string,
  string?,
]

const folder = `${import.meta.env.BASE_URL}geo/`

const load = async <T>(file: string): Promise<T> => {
  const answer = await fetch(folder + file)
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`)
  return (await answer.json()) as T
}

const kept = new Map<string, Promise<unknown>>()

/** Each file is fetched once; a failed one is asked for again. */
const once = <T>(file: string): Promise<T> => {
  const found = kept.get(file) as Promise<T> | undefined
  if (found) return found
  const fetched = load<T>(file).catch((reason: unknown) => {
    kept.delete(file)
    throw reason
  })
  kept.set(file, fetched)
  return fetched
}

const topologyObject = async (file: string, object: string): Promise<GeoJSON> => {
  const topology = await once<Topology>(file)
  return feature(topology, topology.objects[object])
}

const labels = async (): Promise<FeatureCollection> => {
  const rows = await once<readonly LabelRow[]>('labels.json')
  const features = rows.map(
    ([lng, lat, kind, rank, en, simplified, traditional, th, ko, views]): Feature => ({
      type: 'Feature',
      properties: {
        kind,
        rank,
        en,
        'zh-CN': simplified,
        'zh-TW': traditional || simplified,
        th,
        ko,
        'views': views ?? 'cin',
      },
      geometry: { type: 'Point', coordinates: [lng, lat] },
    }),
  )
  return { type: 'FeatureCollection', features }
}

/**
 * Parts of the offline base map by name. Water waits for the first picture: land, borders and names
 * come first.
 */
const parts: Readonly<Record<string, () => Promise<GeoJSON>>> = {
  land: () => topologyObject('land.json', 'land'),
  coast: () => topologyObject('land.json', 'coast'),
  borders: () => topologyObject('borders.json', 'borders'),
  labels,
  rivers: async () => {
    await Promise.allSettled([once('land.json'), once('borders.json'), once('labels.json')])
    return await topologyObject('water.json', 'rivers')
  },
  lakes: async () => {
    await Promise.allSettled([once('land.json'), once('borders.json'), once('labels.json')])
    return await topologyObject('water.json', 'lakes')
  },
}

export type GeodataPart = 'land' | 'coast' | 'borders' | 'labels' | 'rivers' | 'lakes'

export const loadGeodata = (part: string): Promise<GeoJSON> => {
  const read = parts[part]
  return read ? read() : Promise.reject(new Error(`no geodata ${part}`))
}

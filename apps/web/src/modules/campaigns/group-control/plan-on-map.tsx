import type { GroupRoutePlan } from '@swath/contract/campaigns/group-plans'
import type { Feature, FeatureCollection } from 'geojson'
import { useMemo } from 'react'
import { fontStack } from '../../../map/map-fonts.ts'
import { useMapLayer } from '../../../map/map-context.ts'
import type { MapLayer, MapStyleLayer } from '../../../map/map-types.ts'
import { colors, groupDroneColors } from '../../../lib/theme.ts'

type LngLat = readonly [number, number]
type Strip = GroupRoutePlan['shares'][number]['sorties'][number]['strips'][number]

export const colourOf = (position: number): string =>
  groupDroneColors[position % groupDroneColors.length]!

const collect = (features: Feature[]): FeatureCollection => ({
  type: 'FeatureCollection',
  features,
})
const line = (
  places: readonly LngLat[],
  properties: Readonly<Record<string, string | number>>,
): Feature => ({
  type: 'Feature',
  properties: { ...properties },
  geometry: { type: 'LineString', coordinates: places.map(([lng, lat]) => [lng, lat]) },
})
const point = (
  [lng, lat]: LngLat,
  properties: Readonly<Record<string, string | number>>,
): Feature => ({
  type: 'Feature',
  properties: { ...properties },
  geometry: { type: 'Point', coordinates: [lng, lat] },
})

const stripLine = ({ from, to }: Strip, position: number): Feature =>
  line([from, to], { colour: colourOf(position) })

/** Flights without spraying: from the ground to the strips, between them, and home. */
const waysOf = (route: GroupRoutePlan, positionOf: (share: number) => number): Feature[] =>
  route.shares.flatMap(({ sorties }, share) =>
    sorties.map(({ points }) =>
      line(
        points.map(({ at }) => at),
        { colour: colourOf(positionOf(share)) },
      ),
    ),
  )

/** Untreated areas. */
const dryArea = (route: GroupRoutePlan | null): Feature[] =>
  (route?.coverage?.dryRings ?? []).map((ring) => ({
    type: 'Feature',
    properties: {},
    geometry: { type: 'Polygon', coordinates: [ring.map(([lng, lat]) => [lng, lat])] },
  }))

const dryLayers: readonly MapStyleLayer[] = [
  {
    id: 'dry',
    source: 'dry',
    kind: 'fill',
    paint: { 'fill-color': colors.danger, 'fill-opacity': 0.55 },
  },
  {
    id: 'dry-edge',
    source: 'dry',
    kind: 'line',
    paint: { 'line-color': colors.danger, 'line-width': 1 },
  },
]

const lines = (
  id: string,
  source: string,
  paint: NonNullable<MapStyleLayer['paint']>,
): MapStyleLayer => ({
  id,
  source,
  kind: 'line',
  layout: { 'line-cap': 'butt', 'line-join': 'round' },
  paint: { 'line-color': ['get', 'colour'], ...paint },
})

/** From this zoom on, numbers fit inside the rings of drones that are eight metres apart. */
const numbersFit = 17.5

const ringNames: MapStyleLayer = {
  id: 'names',
  source: 'places',
  kind: 'symbol',
  minZoom: numbersFit,
  layout: {
    'text-field': ['get', 'name'],
    'text-font': fontStack('en'),
    'text-size': 11,
    'text-allow-overlap': true,
    'text-ignore-placement': true,
  },
  paint: { 'text-color': colors.ink },
}
/** When zoomed out, a name is next to its dot if there is room, without overlaps. */
const nearbyNames: MapStyleLayer = {
  id: 'nearby-names',
  source: 'places',
  kind: 'symbol',
  filter: ['!=', ['get', 'isNamedApart'], 1],
  maxZoom: numbersFit,
  layout: {
    'text-field': ['get', 'name'],
    'text-font': fontStack('en'),
    'text-size': 12,
    'text-variable-anchor': ['left', 'right', 'top', 'bottom', 'bottom-left', 'top-right'],
    'text-radial-offset': 0.7,
    'text-padding': 1,
  },
  paint: { 'text-color': colors.ink, 'text-halo-color': colors.paper, 'text-halo-width': 2 },
}

const places: readonly MapStyleLayer[] = [
  {
    id: 'places',
    source: 'places',
    kind: 'circle',
    paint: {
      'circle-radius': ['step', ['zoom'], 4, numbersFit, 9],
      'circle-color': colors.paper,
      'circle-stroke-color': ['get', 'colour'],
      'circle-stroke-width': ['step', ['zoom'], 2, numbersFit, 3],
    },
  },
  ringNames,
  nearbyNames,
]

export type PlanPlaces = {
  readonly home: LngLat | null
  readonly refillPlaces: readonly LngLat[]
  readonly obstacles: readonly LngLat[]
}
const noStrips: readonly Strip[] = []
const straight = (share: number): number => share

/**
 * The strips in the colour of their drone, transit as thin dashes, and the drones' start positions.
 * Earlier spraying is faint.
 */
export const PlanOnMap = ({
  route,
  done = noStrips,
  positionOf = straight,
  isNamedApart = false,
  home,
  refillPlaces,
  obstacles,
}: PlanPlaces & {
  route: GroupRoutePlan | null
  done?: readonly Strip[]
  /** Maps a share to the position of its drone in the plan, which determines its colour. */
  positionOf?: (share: number) => number
  /** Another layer names the drones at their start. */
  isNamedApart?: boolean
}) => {
  const layer = useMemo((): MapLayer => {
    const strips = (route?.shares ?? []).flatMap(({ sorties }, share) =>
      sorties.flatMap((sortie) => sortie.strips.map((one) => stripLine(one, positionOf(share)))),
    )
    const standing = (route?.shares ?? []).map(({ place }, share) =>
      point(place, {
        colour: colourOf(positionOf(share)),
        name: String(positionOf(share) + 1),
        isNamedApart: Number(isNamedApart),
      }),
    )
    const marks = [
      ...(route === null && home ? [point(home, { colour: colors.brand, name: 'H' })] : []),
      ...refillPlaces.map((at) => point(at, { colour: colors.brand, name: '+' })),
      ...obstacles.map((at) => point(at, { colour: colors.danger, name: '!' })),
      ...standing,
    ]
    return {
      id: 'group-plan',
      slot: 'route',
      sources: {
        dry: { data: collect(dryArea(route)) },
        done: { data: collect(done.map((one) => stripLine(one, one.drone))) },
        ways: { data: collect(route ? waysOf(route, positionOf) : []) },
        strips: { data: collect(strips) },
        places: { data: collect(marks) },
      },
      styleLayers: [
        lines('done', 'done', { 'line-width': 4, 'line-opacity': 0.3 }),
        lines('ways', 'ways', { 'line-width': 1, 'line-opacity': 0.6, 'line-dasharray': [3, 3] }),
        lines('strips', 'strips', { 'line-width': 3, 'line-opacity': 0.9 }),
        ...dryLayers,
        ...places,
      ],
    }
  }, [route, done, positionOf, isNamedApart, home, refillPlaces, obstacles])
  useMapLayer(layer)
  return null
}

// Written files are read back by third-party programs.
import { DOMParser } from '@xmldom/xmldom'
import { kml as readKml } from '@tmcw/togeojson'
import { ISOXMLManager } from 'isoxml'
import { LocalPlane } from '@swath/domain/lng-lat'
import { describe, expect, test } from 'vitest'
import { planGroup } from '../plan-group.ts'
import { randomField, ringOf, testingDrones, testingSettings } from '../testing-fields.ts'
import { writePlanGeoJson } from './geojson.ts'
import { writePlanKml } from './kml.ts'
import { listSorties, type WrittenPlan } from './planned-file.ts'
import { writeQgcPlan } from './qgc-plan.ts'
import { writePlanTaskData } from './task-data.ts'
import { listWpmlFiles } from './wpml.ts'

const zone = ringOf([
  [0, 0],
  [100, 0],
  [100, 200],
  [0, 200],
])
const settings = testingSettings({
  drones: testingDrones(2),
  doseZones: [{ parts: [[zone]], doseLHa: 30 }],
})
const planned = planGroup(settings)
if (!planned.ok) throw new Error(planned.problem)
const written: WrittenPlan = {
  name: 'Dam & <spring>',
  plots: [{ name: 'East "Dam"', parts: settings.plots[0]! }],
  plan: planned.plan,
  droneNames: ['North 1', '北二'],
  speedsMs: [5, 5],
  widthM: 5,
  doseLHa: 18,
  doseZones: settings.doseZones,
}
const strips = planned.plan.shares.flatMap(({ sorties }) => sorties.flatMap((one) => one.strips))
const flights = listSorties(written)
const parseXml = (text: string) => new DOMParser().parseFromString(text, 'text/xml')
const near = (place: readonly number[], [lng, lat]: readonly [number, number]): void => {
  expect(place[0]).toBeCloseTo(lng, 6)
  expect(place[1]).toBeCloseTo(lat, 6)
}

test('KML: every strip and every flight, by togeojson', () => {
  const { features } = readKml(parseXml(writePlanKml(written)) as never)
  const lines = features.filter(({ geometry }) => geometry?.type === 'LineString')
  expect(lines).toHaveLength(strips.length + flights.length)
  const first = lines.find(({ properties }) => properties?.['name'] === flights[0]!.name)!
  const { coordinates } = first.geometry as { coordinates: number[][] }
  expect(coordinates).toHaveLength(flights[0]!.sortie.points.length)
  for (const [i, { at: place, heightM }] of flights[0]!.sortie.points.entries()) {
    near(coordinates[i]!, [place[0], place[1]])
    expect(coordinates[i]![2]).toBe(heightM)
  }
})

test('GeoJSON: plots, strips with their doses, flights', () => {
  const { features } = JSON.parse(writePlanGeoJson(written)) as {
    features: {
      geometry: { coordinates: number[][] }
      properties: { kind: string; doseLHa?: number }
    }[]
  }
  const stripFeatures = features.filter(({ properties }) => properties.kind === 'strip')
  expect(stripFeatures.map(({ properties }) => properties.doseLHa)).toEqual(
    strips.map(({ doseLHa }) => doseLHa),
  )
  for (const [i, { from, to }] of strips.entries()) {
    const [first, last] = stripFeatures[i]!.geometry.coordinates
    near(first!, [from[0], from[1]])
    near(last!, [to[0], to[1]])
  }
})

test('GeoJSON: a plot that was drawn the other way around is turned as RFC 7946 requires', () => {
  const turned = written.plots.map(({ name, parts }) => ({
    name,
    parts: parts.map((part) => part.map((ring) => ring.toReversed())),
  }))
  for (const plots of [written.plots, turned]) {
    const { features } = JSON.parse(writePlanGeoJson({ ...written, plots })) as {
      features: { geometry: { coordinates: number[][][][] } }[]
    }
    const ring = features[0]!.geometry.coordinates[0]![0]!
    const twiceArea = ring.reduce((sum, [lng, lat], i) => {
      const [nextLng, nextLat] = ring[(i + 1) % ring.length]!
      return sum + lng! * nextLat! - nextLng! * lat!
    }, 0)
    expect(twiceArea).toBeGreaterThan(0)
  }
})

test('QGroundControl: every item has the required properties of its plan format, and the same positions', () => {
  const flight = flights[0]!
  const plan = JSON.parse(writeQgcPlan(flight)) as {
    fileType: string
    version: number
    mission: {
      version: number
      plannedHomePosition: number[]
      items: {
        type: string
        autoContinue: boolean
        command: number
        doJumpId: number
        frame: number
        params: (number | null)[]
      }[]
    }
  }
  expect(plan).toMatchObject({ fileType: 'Plan', version: 1, mission: { version: 2 } })
  const { items } = plan.mission
  expect(items.map(({ doJumpId }) => doJumpId)).toEqual(items.map((_, i) => i + 1))
  for (const { params, type, autoContinue } of items)
    expect({ count: params.length, type, autoContinue }).toEqual({
      count: 7,
      type: 'SimpleItem',
      autoContinue: true,
    })
  const places = items.filter(({ command }) => command === 16 || command === 22)
  const points = flight.sortie.points.slice(1, -1)
  expect(places).toHaveLength(points.length)
  for (const [i, { at: place, heightM }] of points.entries()) {
    const [, , , , lat, lng, height] = places[i]!.params
    near([lng!, lat!], [place[0], place[1]])
    expect(height).toBe(heightM)
  }
  // MAV_CMD_DO_SPRAYER: on and off in turn
  const pump = items.filter(({ command }) => command === 216).map(({ params }) => params[0])
  expect(pump.length).toBeGreaterThan(4)
  expect(pump.every((on, i) => on === (i % 2 === 0 ? 1 : 0))).toBe(true)
})

// DJI Cloud API, "DJI WPML": elements that the tables of template.kml and waylines.wpml call
// required for a waypoint template, by the element that holds them.
const requiredOfBoth = {
  'wpml:missionConfig': [
    'flyToWaylineMode',
    'finishAction',
    'exitOnRCLost',
    'executeRCLostAction',
    'takeOffSecurityHeight',
    'globalTransitionalSpeed',
    'droneInfo',
    'payloadInfo',
  ],
  'wpml:droneInfo': ['droneEnumValue', 'droneSubEnumValue'],
  'wpml:payloadInfo': ['payloadEnumValue', 'payloadPositionIndex'],
}
const required: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'wpmz/template.kml': {
    ...requiredOfBoth,
    'Folder': [
      'templateType',
      'templateId',
      'waylineCoordinateSysParam',
      'autoFlightSpeed',
      'gimbalPitchMode',
      'globalHeight',
      'globalWaypointHeadingParam',
      'globalWaypointTurnMode',
      'globalUseStraightLine',
    ],
    'wpml:waylineCoordinateSysParam': ['coordinateMode', 'heightMode'],
    'Placemark': [
      'index',
      'useGlobalHeight',
      'ellipsoidHeight',
      'height',
      'useGlobalSpeed',
      'useGlobalHeadingParam',
      'useGlobalTurnParam',
    ],
  },
  'wpmz/waylines.wpml': {
    ...requiredOfBoth,
    'wpml:missionConfig': [...requiredOfBoth['wpml:missionConfig'], 'globalRTHHeight'],
    'Folder': ['templateId', 'waylineId', 'autoFlightSpeed', 'executeHeightMode'],
    'Placemark': [
      'index',
      'executeHeight',
      'waypointSpeed',
      'waypointHeadingParam',
      'waypointTurnParam',
    ],
    'wpml:waypointHeadingParam': ['waypointHeadingMode'],
    'wpml:waypointTurnParam': ['waypointTurnMode', 'waypointTurnDampingDist'],
  },
}
/** The element with a point's height in each file. */
const heightElements: Readonly<Record<string, string>> = {
  'wpmz/template.kml': 'wpml:height',
  'wpmz/waylines.wpml': 'wpml:executeHeight',
}

test('WPML: a template and waylines with all that DJI requires, by an XML reader', () => {
  const files = listWpmlFiles(flights[1]!)
  expect(files.map(({ name }) => name)).toEqual(['wpmz/template.kml', 'wpmz/waylines.wpml'])
  const points = flights[1]!.sortie.points.slice(1, -1)
  for (const { name, content } of files) {
    const document = parseXml(content as string)
    const numbers = (element: string): number[] =>
      [...document.getElementsByTagName(element)].map(({ textContent }) => Number(textContent))
    const coordinates = [...document.getElementsByTagName('coordinates')].map(({ textContent }) =>
      textContent!.split(',').map(Number),
    )
    expect(coordinates).toHaveLength(points.length)
    for (const [i, { at: place }] of points.entries()) near(coordinates[i]!, [place[0], place[1]])
    expect(numbers(heightElements[name]!)).toEqual(points.map(({ heightM }) => heightM))
    for (const [holder, names] of Object.entries(required[name]!)) {
      const holders = [...document.getElementsByTagName(holder)]
      expect(holders.length).toBeGreaterThan(0)
      for (const element of holders) {
        const nodeNames = [...element.childNodes].map(({ nodeName }) => nodeName)
        expect(nodeNames).toEqual(expect.arrayContaining(names.map((one) => `wpml:${one}`)))
      }
    }
    expect(numbers('wpml:takeOffSecurityHeight')[0]).toBeGreaterThanOrEqual(2)
  }
})

test('ISO 11783-10: plot, guidance patterns and zones, by isoxml', async () => {
  const isoxml = new ISOXMLManager()
  // its types require bytes, its reader of plain XML needs text
  await isoxml.parseISOXMLFile(writePlanTaskData(written) as never, 'text/xml')
  expect(isoxml.getWarnings()).toEqual([])
  const [field] = isoxml.rootElement.attributes.Partfield!
  const groups = field!.attributes.GuidanceGroup!
  expect(groups).toHaveLength(2)
  const patterns = groups.flatMap(({ attributes }) => attributes.GuidancePattern ?? [])
  expect(patterns).toHaveLength(strips.length)
  for (const [i, { from, to }] of strips.entries()) {
    const ends = patterns[i]!.attributes.LineString![0]!.attributes.Point!.map(
      ({ attributes }) =>
        [attributes.PointEast as number, attributes.PointNorth as number] as const,
    )
    expect(ends).toHaveLength(2)
    near(ends[0]!, [from[0], from[1]])
    near(ends[1]!, [to[0], to[1]])
  }
  const zones = isoxml.rootElement.attributes.Task![0]!.attributes.TreatmentZone!
  expect(
    zones.map(({ attributes }) => attributes.ProcessDataVariable![0]!.attributes.ProcessDataValue),
  ).toEqual([1_800, 3_000])
})

describe('a lap around a field with dents and a hole, in every format', () => {
  const lap = testingSettings({ plots: [randomField(3)], headland: true, transitHeightM: 3.3 })
  const result = planGroup(lap)
  if (!result.ok) throw new Error(result.problem)
  const lapped: WrittenPlan = {
    ...written,
    plots: [{ name: 'Lap', parts: lap.plots[0]! }],
    plan: result.plan,
  }
  type Way = readonly (readonly number[])[]
  /** Heights are metres, or missing. */
  const nearestM = (ways: readonly Way[]): number => {
    const plane = new LocalPlane(...result.plan.shares[0]!.place)
    let leastM = Infinity
    for (const way of ways)
      for (let i = 1; i < way.length; i++) {
        const [a, b] = [way[i - 1]!, way[i]!]
        const [ax, ay] = plane.toPlane([a[0]!, a[1]!])
        const [bx, by] = plane.toPlane([b[0]!, b[1]!])
        leastM = Math.min(leastM, Math.hypot(bx - ax, by - ay, (b[2] ?? 0) - (a[2] ?? 0)))
      }
    return leastM
  }
  const linesOf = (features: readonly { geometry: unknown }[]): Way[] =>
    (features as { geometry: { type: string; coordinates: Way } }[])
      .filter(({ geometry }) => geometry.type === 'LineString')
      .map(({ geometry }) => geometry.coordinates)

  const ways: Readonly<Record<string, () => Way[]>> = {
    KML: () => linesOf(readKml(parseXml(writePlanKml(lapped)) as never).features as never),
    GeoJSON: () =>
      linesOf(
        (JSON.parse(writePlanGeoJson(lapped)) as { features: { geometry: unknown }[] }).features,
      ),
    QGroundControl: () =>
      listSorties(lapped).map((flight) =>
        (
          JSON.parse(writeQgcPlan(flight)) as {
            mission: { items: { command: number; params: number[] }[] }
          }
        ).mission.items
          .filter(({ command }) => command === 16 || command === 22)
          .map(({ params }) => [params[5]!, params[4]!, params[6]!]),
      ),
    WPML: () =>
      listSorties(lapped).flatMap((flight) =>
        listWpmlFiles(flight).map(({ name, content }) => {
          const document = parseXml(content as string)
          const texts = (element: string): string[] =>
            [...document.getElementsByTagName(element)].map(({ textContent }) => textContent!)
          const heights = texts(heightElements[name]!).map(Number)
          return texts('coordinates').map((text, i) => [
            ...text.split(',').map(Number),
            heights[i]!,
          ])
        }),
      ),
    ISOXML: () =>
      [...parseXml(writePlanTaskData(lapped)).getElementsByTagName('GPN')].map((pattern) =>
        [...pattern.getElementsByTagName('PNT')].map((point) => [
          Number(point.getAttribute('D')),
          Number(point.getAttribute('C')),
        ]),
      ),
  }
  test.each(Object.keys(ways))('%s has no two waypoints nearer than half a metre', (format) => {
    const found = ways[format]!()
    expect(found.length).toBeGreaterThan(0)
    expect(nearestM(found)).toBeGreaterThanOrEqual(0.49)
  })
})

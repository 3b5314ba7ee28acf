import { TileType } from 'pmtiles'
import { LocalPlane } from '@swath/domain/lng-lat'
import { buildWorld } from '../../demonstration/world.seed.ts'
import type { VillageReach } from '../../demonstration/world-rows.seed.ts'
import { cutTiles } from './cut-tiles.ts'
import { drawGround, toLayers } from './demonstration-ground.ts'
import { writeArchive } from './write-archive.ts'

const minZoom = 8
const maxZoom = 13
/** Area included around each district, m beyond its fields. */
const marginM = 6_000

type Box = readonly [west: number, south: number, east: number, north: number]

const boxAround = ({ village, reachM }: VillageReach): Box => {
  const plane = new LocalPlane(village.at[0], village.at[1])
  const [west, south] = plane.fromPlane(-reachM - marginM, -reachM - marginM)
  const [east, north] = plane.fromPlane(reachM + marginM, reachM + marginM)
  return [west, south, east, north]
}

const joinBoxes = (boxes: readonly Box[]): Box => [
  Math.min(...boxes.map(([west]) => west)),
  Math.min(...boxes.map(([, south]) => south)),
  Math.max(...boxes.map(([, , east]) => east)),
  Math.max(...boxes.map(([, , , north]) => north)),
]

const toTile = (z: number, lng: number, lat: number): [number, number] => {
  const y = (1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2
  return [Math.floor(((lng + 180) / 360) * 2 ** z), Math.floor(y * 2 ** z)]
}

const listPlacesIn = (boxes: readonly Box[]): [number, number, number][] => {
  const found = new Map<string, [number, number, number]>()
  for (const [west, south, east, north] of boxes)
    for (let z = minZoom; z <= maxZoom; z++) {
      const [left, top] = toTile(z, west, north)
      const [right, bottom] = toTile(z, east, south)
      for (let x = left; x <= right; x++)
        for (let y = top; y <= bottom; y++) found.set(`${z}/${x}/${y}`, [z, x, y])
    }
  return [...found.values()]
}

export const buildDemonstrationArchive = (): Buffer => {
  const villages = buildWorld().villages.filter(({ reachM }) => reachM > 0)
  const boxes = [...Map.groupBy(villages, ({ district }) => district).values()].map((same) =>
    joinBoxes(same.map(boxAround)),
  )
  const layers = toLayers(drawGround(villages))
  const tiles = cutTiles(layers, listPlacesIn(boxes))
  return writeArchive(tiles, {
    tileType: TileType.Mvt,
    bounds: joinBoxes(boxes),
    metadata: {
      name: 'Demonstration',
      description: 'Invented roads, canals and villages around the fields of the demonstration',
      attribution: 'Drawn for the demonstration',
      coverage: boxes,
      vector_layers: [...new Set(layers.map(({ name }) => name))].map((id) => ({ id, fields: {} })),
    },
  })
}

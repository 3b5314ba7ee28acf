// Archives of map tiles (PMTiles) that the operator puts into the data folder, and their
// descriptions for the console.
import { createHash } from 'node:crypto'
import { open, readdir, stat, type FileHandle } from 'node:fs/promises'
import { basename, isAbsolute, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Compression, PMTiles, TileType, type Header } from 'pmtiles'
import { z } from 'zod'
import type { MapArchive } from '@swath/contract/people/auth'
import { demonstrationMap } from '@swath/fixtures/demonstration-map'
import type { Services } from '../services.ts'
import { toCredits } from './credits.ts'

export type ServedArchive = MapArchive & {
  readonly name: string
  readonly path: string
  /** Derived from the file's size and time, so that a changed file is another archive. */
  readonly version: string
}

export type MapArchives = { list: () => Promise<readonly ServedArchive[]> }

/** Further archives are not shown, because each is a source with its own layers. */
const archivesAtMost = 8
const keptForMs = 5_000
const metadataBytes = 4 * 1024 * 1024

/** Layers that identify the Protomaps base map. */
const baseLayers = ['water', 'roads', 'places']
const shapeTypes: readonly TileType[] = [TileType.Mvt, TileType.Mlt]
const pictureTypes: readonly TileType[] = [
  TileType.Png,
  TileType.Jpeg,
  TileType.Webp,
  TileType.Avif,
]

const Box = z.tuple([z.number(), z.number(), z.number(), z.number()])
const Metadata = z.object({
  name: z.string().max(200).optional().catch(undefined),
  attribution: z.string().max(2_000).optional().catch(undefined),
  vector_layers: z
    .array(z.object({ id: z.string().max(100) }))
    .max(200)
    .optional()
    .catch(undefined),
  coverage: z.array(Box).min(1).max(100).optional().catch(undefined),
})

const readAt = async (file: FileHandle, offset: number, length: number): Promise<ArrayBuffer> => {
  const bytes = new ArrayBuffer(Math.min(length, metadataBytes))
  const { bytesRead } = await file.read(new Uint8Array(bytes), 0, bytes.byteLength, offset)
  return bytes.slice(0, bytesRead)
}

/** Limits the size, so that a false length in a header cannot exhaust memory. */
const decompress = async (bytes: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> => {
  if (compression === Compression.None || compression === Compression.Unknown) return bytes
  if (compression !== Compression.Gzip) throw new Error('compressed in a way that is not read here')
  const { buffer, byteOffset, byteLength } = gunzipSync(new Uint8Array(bytes), {
    maxOutputLength: 4 * metadataBytes,
  })
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer
}

const toKind = ({ tileType }: Header, layers: readonly string[]): MapArchive['kind'] | null => {
  if (pictureTypes.includes(tileType)) return 'pictures'
  if (!shapeTypes.includes(tileType) || layers.length === 0) return null
  return baseLayers.every((layer) => layers.includes(layer)) ? 'base' : 'shapes'
}

/** @throws if the file is invalid */
const describe = async (path: string): Promise<ServedArchive> => {
  const { size, mtimeMs, ino } = await stat(path)
  const file = await open(path)
  try {
    const archive = new PMTiles(
      {
        getKey: () => path,
        getBytes: async (offset, length) => ({ data: await readAt(file, offset, length) }),
      },
      undefined,
      decompress,
    )
    const header = await archive.getHeader()
    const metadata = Metadata.parse(await archive.getMetadata())
    const layers = metadata.vector_layers?.map(({ id }) => id) ?? []
    const kind = toKind(header, layers)
    if (kind === null) throw new Error('holds neither pictures nor named layers of shapes')
    const name = basename(path)
    const version = createHash('sha256')
      .update(`${size} ${mtimeMs} ${ino}`)
      .digest('base64url')
      .slice(0, 16)
    return {
      name,
      path,
      version,
      url: `/maps/${encodeURIComponent(name)}?v=${version}`,
      kind,
      encoding: header.tileType === TileType.Mlt ? 'mlt' : 'mvt',
      title: metadata.name ?? name.replace(/\.pmtiles$/i, ''),
      minZoom: header.minZoom,
      maxZoom: header.maxZoom,
      coverage: metadata.coverage ?? [[header.minLon, header.minLat, header.maxLon, header.maxLat]],
      layers: kind === 'shapes' ? layers : [],
      credits: toCredits(metadata.attribution ?? ''),
    }
  } finally {
    await file.close()
  }
}

/** The configured archive, otherwise those of the folder, otherwise the demonstration's. */
const findPaths = async ({ dataFolder, mapArchive, demo }: Services['config']) => {
  const folder = join(dataFolder, 'maps')
  if (mapArchive !== undefined)
    return [isAbsolute(mapArchive) ? mapArchive : join(folder, mapArchive)]
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [] // no archives folder
    throw error
  })
  const own = names.filter((name) => /\.pmtiles$/i.test(name)).sort()
  if (own.length > 0) return own.slice(0, archivesAtMost).map((name) => join(folder, name))
  return demo ? [demonstrationMap] : []
}

export const createMapArchives = ({
  config,
  log,
  clock,
}: Pick<Services, 'config' | 'log' | 'clock'>): MapArchives => {
  let kept: { list: Promise<readonly ServedArchive[]>; untilMs: number } | null = null
  /** Each problem of a file is logged once. */
  const logged = new Set<string>()

  const read = async (): Promise<readonly ServedArchive[]> => {
    const found: ServedArchive[] = []
    for (const path of await findPaths(config)) {
      try {
        found.push(await describe(path))
      } catch (error) {
        if (!logged.has(path))
          log.warn({ path, error: String(error) }, 'A map archive cannot be shown')
        logged.add(path)
      }
    }
    return found
  }

  return {
    list: () => {
      if (!kept || kept.untilMs <= clock.now())
        kept = { list: read(), untilMs: clock.now() + keptForMs }
      return kept.list
    },
  }
}

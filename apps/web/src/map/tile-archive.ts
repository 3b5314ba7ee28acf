// Reads tiles from PMTiles archives on this host by byte ranges.
import { PMTiles, type RangeResponse } from 'pmtiles'

export const archiveProtocol = 'archive'

/** Tile URL of an archive for MapLibre. The archive's path is relative to this host's root. */
export const archiveTiles = (url: string): string => `${archiveProtocol}://${url}#{z}/{x}/{y}`

/** The archive was removed, or replaced by another. */
const goneMessage = 'the map archive is no longer there'
export const saysGone = (message: string): boolean => message.endsWith(goneMessage)

const readRange = async (
  url: string,
  offset: number,
  length: number,
  signal?: AbortSignal,
): Promise<RangeResponse> => {
  const answer = await fetch(url, {
    headers: { range: `bytes=${offset}-${offset + length - 1}` },
    ...(signal ? { signal } : {}),
  })
  if (answer.status === 404 || answer.status === 416) throw new Error(goneMessage)
  // Abort before the body arrives: a whole archive may be larger than the memory.
  if (answer.status !== 206) throw new Error(`a range was answered by ${answer.status}`)
  return { data: await answer.arrayBuffer() }
}

const open = (url: string): PMTiles =>
  new PMTiles({
    getKey: () => url,
    getBytes: (offset, length, signal) => readRange(url, offset, length, signal),
  })

const opened = new Map<string, PMTiles>()

/** A tile's bytes; null where the archive has none. */
export const loadArchiveTile = async (
  address: string,
  signal: AbortSignal,
): Promise<ArrayBuffer | null> => {
  const [, url, place] = /^archive:\/\/(.+)#(\d+\/\d+\/\d+)$/.exec(address) ?? []
  if (url === undefined || place === undefined) throw new Error('not a tile of an archive')
  const [z, x, y] = place.split('/').map(Number) as [number, number, number]
  const archive = opened.get(url) ?? open(url)
  opened.set(url, archive)
  try {
    return (await archive.getZxy(z, x, y, signal))?.data ?? null
  } catch (error) {
    if (signal.aborted) throw error
    // The library caches a failed header for ever: open the archive again at the next tile.
    opened.delete(url)
    throw new Error(`${url}: ${error instanceof Error ? error.message : 'unknown'}`, {
      cause: error,
    })
  }
}

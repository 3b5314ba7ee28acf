import { open } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { fail } from '../errors/fail.ts'
import type { MapArchives } from './map-archives.ts'

type Range = { readonly from: number; readonly to: number }

/**
 * Parses one range of bytes, both ends included (RFC 9110, section 14.1.2). Undefined if none or
 * several are requested, so that the whole file is sent; null if it begins beyond the end.
 */
const readRange = (header: string | undefined, size: number): Range | null | undefined => {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  const range =
    first === ''
      ? { from: Math.max(0, size - Number(last)), to: size - 1 }
      : { from: Number(first), to: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined
  return range.from >= size || range.to < range.from ? null : range
}

/**
 * Serves archives to anyone who may load the console, by range: bytes are streamed from the file,
 * never held in memory. Names are looked up in the list, so that no other file is reachable; a URL
 * with a version other than the file's is not found.
 */
export const registerMapArchives = (server: FastifyInstance, archives: MapArchives): void => {
  server.get<{ Params: { name: string }; Querystring: { v?: unknown } }>(
    '/maps/:name',
    async ({ params, query, headers }, reply) => {
      const archive = (await archives.list()).find(({ name }) => name === params.name)
      if (!archive || (query.v !== undefined && query.v !== archive.version))
        return fail('not_found')
      const file = await open(archive.path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return fail('not_found') // removed since it was listed
        throw error
      })
      const { size } = await file.stat()
      const etag = `"${archive.version}"`
      void reply.headers({
        'content-type': 'application/vnd.pmtiles',
        'accept-ranges': 'bytes',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': query.v === undefined ? 'no-cache' : 'public, max-age=31536000, immutable',
        etag,
      })
      const isNewest = headers['if-range'] === undefined || headers['if-range'] === etag
      const range = isNewest ? readRange(headers.range, size) : undefined
      if (headers['if-none-match'] === etag || range === null) {
        await file.close()
        if (range !== null) return await reply.code(304).send()
        return await reply.code(416).header('content-range', `bytes */${size}`).send()
      }
      const { from, to } = range ?? { from: 0, to: size - 1 }
      if (range) void reply.code(206).header('content-range', `bytes ${from}-${to}/${size}`)
      return await reply
        .header('content-length', to - from + 1)
        .send(file.createReadStream({ start: from, end: to }))
    },
  )
}

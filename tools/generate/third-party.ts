// THIRD_PARTY.md, from the lockfile: what the installed product contains, with its licences.
type Locked = {
  packages: Record<string, { version?: string; license?: string; dev?: boolean; link?: boolean }>
}

const head = `# Third-party software

What \`npm ci --omit=dev\` installs, with the licence that each package states. Generated from
\`package-lock.json\`: run \`npm run generate\`. Where the shipped map data comes from is in
[docs/decisions/010-base-map.md](docs/decisions/010-base-map.md).

| licence | packages |
|---|---|
`

const toName = (path: string): string => path.split('node_modules/').at(-1)!

/** @param lockfile the text of package-lock.json, version 3 */
export const writeThirdParty = (lockfile: string): string => {
  const { packages } = JSON.parse(lockfile) as Locked
  const byLicence = new Map<string, Set<string>>()
  for (const [path, { version, license = 'not stated', dev, link }] of Object.entries(packages)) {
    if (!path.includes('node_modules/') || dev || link) continue
    const names = byLicence.get(license) ?? new Set()
    byLicence.set(license, names.add(`${toName(path)} ${version}`))
  }
  const rows = [...byLicence]
    .toSorted(([a, x], [b, y]) => y.size - x.size || a.localeCompare(b))
    .map(
      ([licence, names]) => `| ${licence} (${names.size}) | ${[...names].toSorted().join(', ')} |`,
    )
  return `${head}${rows.join('\n')}\n`
}

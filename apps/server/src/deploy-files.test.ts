// The files in deploy/ name only variables, roles, ports, paths and files that exist.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { allRoles } from './program.ts'
import { environment, secrets } from './platform/config/environment.ts'

const root = join(import.meta.dirname, '../../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const fromFiles = secrets.map((name) => `${name}_FILE`)
const variables = new Set([...Object.keys(environment.shape), ...fromFiles, 'LOG_LEVEL'])
const unknownVariables = (names: Iterable<string>): string[] =>
  [...names].filter((name) => !variables.has(name))
const runs = new Set([...allRoles, 'all', '%i', '{{ $role }}'])
const healthPaths = new Set(
  [
    ...read('apps/server/src/platform/http/meta-routes.ts').matchAll(/server\.get\('(\/[a-z]+)'/g),
  ].map(([, path]) => path!),
)
const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1]!)

const everyFile = globSync('deploy/**/*', { cwd: root, withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.parentPath.includes('/secrets'))
  .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))

test('every file names scripts of the program, roles and health paths that exist', () => {
  expect(everyFile.length).toBeGreaterThan(15)
  for (const file of everyFile) {
    const text = read(file)
    const scripts = matches(text, /\b(apps\/[\w/-]+\.ts)\b/g)
    expect(scripts.filter((path) => !existsSync(join(root, path)))).toEqual([])
    const roles = matches(text, /--run=(\{\{.*?\}\}|%i|[\w,]+)/g).flatMap((one) => one.split(','))
    expect(roles.filter((role) => !runs.has(role))).toEqual([])
    const paths = matches(text, /(?:path: |httpchk GET |HEALTH_PORT\})(\/(?:health|ready)\w+)/g)
    expect(paths.filter((path) => !healthPaths.has(path))).toEqual([])
  }
})

describe('the image', () => {
  const dockerfile = read('deploy/Dockerfile')
  const set = new Map(
    matches(dockerfile, /^ENV (.+)$/gm).flatMap((line) =>
      line.split(' ').map((one) => one.split('=') as [string, string]),
    ),
  )

  test('sets known variables, and the ports that it names', () => {
    expect(unknownVariables(set.keys())).toEqual([])
    const ports = ['PORT', 'MQTT_PORT', 'HEALTH_PORT'].map((name) => set.get(name))
    expect(matches(dockerfile, /^EXPOSE (.+)$/gm)[0]!.split(' ')).toEqual(
      expect.arrayContaining(ports),
    )
    expect(dockerfile).toContain(`VOLUME ${set.get('DATA_DIR')}\n`)
  })

  test('ends as an unprivileged user, without a step on the platform of the image', () => {
    const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))
    expect(last).toContain('USER 10001:10001')
    expect(last).not.toMatch(/^RUN/m)
  })

  test('copies files that exist, and .dockerignore leaves them in', () => {
    const used = matches(dockerfile, /\b(deploy\/image\/[\w.-]+)/g)
    expect(used.filter((path) => !existsSync(join(root, path)))).toEqual([])
    expect(read('.dockerignore')).toContain('!deploy/image\n')
  })
})

type Service = {
  image?: string
  environment?: Record<string, string>
  secrets?: string[]
  ports?: string[]
  volumes?: string[]
  networks?: string[] | Record<string, unknown>
  depends_on?: Record<string, unknown>
  read_only?: boolean
  cap_drop?: string[]
}
type Compose = {
  services: Record<string, Service>
  secrets?: Record<string, { file: string }>
  volumes?: Record<string, unknown>
  networks?: Record<string, unknown>
}
const readCompose = (name: string) =>
  parse(read(`deploy/${name}`), { merge: true, customTags: [overrideTag] }) as Compose
const overrideTag = { tag: '!override', collection: 'seq' as const }

describe.each(['compose.yaml', 'compose.cluster.yaml'])('%s', (name) => {
  const compose = readCompose(name)
  const services = Object.entries(compose.services)

  test.each(services)('%s refers to what exists', (_service, service) => {
    const isSwath = service.image?.includes('SWATH_IMAGE')
    if (isSwath) expect(unknownVariables(Object.keys(service.environment ?? {}))).toEqual([])
    const made = read('deploy/make-secrets.sh')
    for (const secret of service.secrets ?? []) {
      const file = compose.secrets?.[secret]?.file
      expect(file).toBe(`secrets/${secret}`)
      // The certificate is the operator's own.
      if (secret !== 'certificate.pem') expect(made).toMatch(new RegExp(`[ \\n]${secret}[ ;]`))
    }
    const given = Object.values(service.environment ?? {}).filter((value) =>
      value.startsWith('/run/secrets/'),
    )
    for (const path of given) expect(service.secrets).toContain(path.slice('/run/secrets/'.length))
    for (const volume of service.volumes ?? []) {
      const [source = ''] = volume.split(':')
      if (source.startsWith('./')) expect(existsSync(join(root, 'deploy', source))).toBe(true)
      else expect(Object.keys(compose.volumes ?? {})).toContain(source)
    }
    for (const other of Object.keys(service.depends_on ?? {}))
      expect(Object.keys(compose.services)).toContain(other)
  })

  test.each(services)('%s has a read-only root and no capabilities', (_service, service) => {
    expect(service.read_only).toBe(true)
    expect(service.cap_drop).toEqual(['ALL'])
  })
})

test('the proxy of the cluster asks the ports of the image', () => {
  const proxy = read('deploy/haproxy/haproxy.cfg')
  expect(matches(proxy, /server-template \w+ \d+ (\S+ check port \d+)/g)).toEqual([
    'api:8080 check port 9090',
    'gateway:1883 check port 9090',
  ])
  const published = readCompose('compose.cluster.yaml').services['proxy']?.ports ?? []
  const bound = matches(proxy, /bind :(\d+)/g)
  expect(published.map((port) => port.split(':')[1])).toEqual(bound)
})

test('TLS in the program: known variables, and its ports are published', () => {
  const { environment: set = {}, ports = [] } = readCompose('compose.tls.yaml').services['swath']!
  expect(unknownVariables(Object.keys(set))).toEqual([])
  for (const name of ['PORT', 'HTTP_REDIRECT_PORT', 'MQTT_TLS_PORT'])
    expect(ports).toContain(`${set[name]}:${set[name]}`)
})

describe('the chart', () => {
  const values = parse(read('deploy/chart/values.yaml')) as Record<string, unknown> & {
    secretKeys: Record<string, string>
  }
  const schema = JSON.parse(read('deploy/chart/values.schema.json')) as {
    properties: Record<string, unknown>
  }
  const templates = everyFile
    .filter((path) => path.startsWith('deploy/chart/templates/'))
    .map(read)
    .join('\n')

  test('has the version of the program', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string }
    expect(parse(read('deploy/chart/Chart.yaml'))).toMatchObject({ appVersion: version })
  })

  test('sets known variables', () => {
    const named = matches(templates, /\{ name: ([A-Z][A-Z0-9_]+), value/g)
    expect(named).toContain('HEALTH_PORT')
    expect(unknownVariables(named)).toEqual([])
    const commented = matches(read('deploy/chart/values.yaml'), /^ {2}# ([A-Z0-9_]+): /gm)
    for (const name of [...Object.keys(values.secretKeys), ...commented])
      expect(secrets).toContain(name)
  })

  test('has values for what its templates read, and a schema for its values', () => {
    expect(Object.keys(values).filter((name) => !(name in schema.properties))).toEqual([])
    const used = matches(templates, /\.Values\.([A-Za-z]+(?:\.\w+)*)/g)
    const missing = used.filter((path) => {
      const [first, ...rest] = path.split('.')
      if (first === 'environment' || first === 'secretKeys')
        return unknownVariables(rest).length > 0
      return (
        rest.reduce<unknown>(
          (value, part) => (value as Record<string, unknown> | undefined)?.[part],
          values[first!],
        ) === undefined
      )
    })
    expect(missing).toEqual([])
  })

  test('its services and probes use ports that the containers have', () => {
    const declared = matches(templates, /\{ name: (\w+), containerPort: \d+ \}/g)
    const used = matches(templates, /(?:targetPort: |[{,] port: )([a-z]+)\b/g)
    expect(used.filter((port) => !declared.includes(port))).toEqual([])
  })
})

test('the systemd unit sets known variables from credentials that it loads', () => {
  const unit = read('deploy/systemd/swath@.service')
  const set = matches(unit, /^Environment=(.+)$/gm).flatMap((line) =>
    line.split(' ').map((one) => one.split('=') as [string, string]),
  )
  expect(unknownVariables(set.map(([name]) => name))).toEqual([])
  const loaded = matches(unit, /^LoadCredential=([\w-]+):/gm)
  const used = set.filter(([, value]) => value.startsWith('%d/')).map(([, value]) => value.slice(3))
  expect(used).toEqual(loaded)
})

// Each test plants one violation in a separate tree and checks that the rule finds it, next to a
// valid case that the rule must accept.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { asvsLevels } from './asvs-requirements.ts'
import { asvsRule } from './rules/asvs.ts'
import { barrelsRule } from './rules/barrels.ts'
import { boundariesRule } from './rules/boundaries.ts'
import { catchesRule } from './rules/catches.ts'
import { coloursRule } from './rules/colours.ts'
import { cyclesRule } from './rules/cycles.ts'
import { dangerousRule } from './rules/dangerous.ts'
import { deadExportsRule } from './rules/dead-exports.ts'
import { docsPathsRule } from './rules/docs-paths.ts'
import { lintRule } from './rules/lint.ts'
import { localeFilesRule } from './rules/locale-files.ts'
import { localeScriptRule } from './rules/locale-script.ts'
import { localeKeysRule } from './rules/locale-keys.ts'
import { migrationsRule } from './rules/migrations.ts'
import { mocksRule } from './rules/mocks.ts'
import { rightsRule } from './rules/rights.ts'
import { routesRule } from './rules/routes.ts'
import { sizesRule } from './rules/sizes.ts'
import { sqlRule } from './rules/sql.ts'
import { typesRule } from './rules/types.ts'
import { untranslatedRule } from './rules/untranslated.ts'
import { wordsRule } from './rules/words.ts'
import { readTree, type Rule } from './tree.ts'

const roots: string[] = []
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true })
})

/** Writes the files into a separate folder. @returns the rule's findings, as `file:line message` */
const found = async (rule: Rule, files: Record<string, string>): Promise<string[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'check-'))
  roots.push(folder)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return (await rule.run(readTree(folder))).map(
    ({ file, line, message }) => `${file}:${line} ${message}`,
  )
}

const manifests = {
  'packages/domain/package.json': '{"name":"@swath/domain","exports":{"./*":"./src/*.ts"}}',
  'packages/contract/package.json': '{"name":"@swath/contract","exports":{"./*":"./src/*.ts"}}',
  'apps/server/package.json': '{"name":"@swath/server","exports":{"./*":"./src/*.ts"}}',
  'apps/simulator/package.json': '{"name":"@swath/simulator","exports":{"./*":"./src/*.ts"}}',
  'packages/domain/src/area.ts': 'export const areaM2 = 1\n',
  'apps/server/src/start.ts': 'export const start = 1\n',
}

describe('boundaries', () => {
  test.each([
    ['web ↛ server', 'apps/web/src/app/x.ts', `import { start } from '@swath/server/start'`],
    [
      'web ↛ server by a relative path',
      'apps/web/src/app/x.ts',
      `import { start } from '../../../server/src/start.ts'`,
    ],
    [
      'web ↛ server, lazily',
      'apps/web/src/app/x.ts',
      `export const later = () => import('@swath/server/start')`,
    ],
    ['web ↛ node', 'apps/web/src/app/x.ts', `import { readFileSync } from 'node:fs'`],
    ['domain ↛ package', 'packages/domain/src/x.ts', `import { z } from 'zod'`],
    ['domain ↛ node', 'packages/domain/src/x.ts', `import { randomUUID } from 'node:crypto'`],
    [
      'domain ↛ package by require',
      'packages/domain/src/x.ts',
      `const z = createRequire(import.meta.url)('zod')`,
    ],
    [
      'domain ↛ contract',
      'packages/domain/src/x.ts',
      `import type { X } from '@swath/contract/kit'`,
    ],
    ['contract ↛ package', 'packages/contract/src/x.ts', `import fastify from 'fastify'`],
    [
      'simulator ↛ server',
      'apps/simulator/src/x.ts',
      `import { start } from '@swath/server/start'`,
    ],
    ['server ↛ simulator', 'apps/server/src/x.ts', `import { y } from '@swath/simulator/fleet'`],
    [
      'server ↛ demonstration',
      'apps/server/src/x.ts',
      `import { y } from '../../../demonstration/y.seed.ts'`,
    ],
    [
      'demonstration ↛ inside of a module',
      'demonstration/x.seed.ts',
      `import { y } from '@swath/server/modules/flights/flights/flights.queries'`,
    ],
    [
      'demonstration ↛ inside of a room of the gateway',
      'demonstration/x.seed.ts',
      `import { y } from '@swath/server/gateway/tracks/chunk'`,
    ],
    ['simulator ↛ database', 'apps/simulator/src/x.ts', `import pg from 'pg'`],
    [
      'platform ↛ modules',
      'apps/server/src/platform/http/x.ts',
      `import { y } from '../../modules/fleet/drones/drones.routes.ts'`,
    ],
    ['ui ↛ modules', 'apps/web/src/ui/x.tsx', `import { Y } from '../modules/fleet/drones/y.tsx'`],
    [
      'module ↛ inside of another module',
      'apps/server/src/modules/fleet/drones/x.ts',
      `import { y } from '../../flights/flights/flights.queries.ts'`,
    ],
    [
      'gateway ↛ inside of a module',
      'apps/server/src/gateway/x.ts',
      `import { y } from '../modules/flights/flights/flights.queries.ts'`,
    ],
    [
      'feature ↛ inside of a room of the gateway',
      'apps/server/src/modules/fleet/drones/x.ts',
      `import { y } from '../../gateway/live/live-state.ts'`,
    ],
    [
      'room ↛ inside of another room',
      'apps/server/src/gateway/mqtt/x.ts',
      `import { y } from '../commands/commands.queries.ts'`,
    ],
    [
      'gateway ↛ inside of a room',
      'apps/server/src/gateway/x.ts',
      `import { y } from './commands/commands.queries.ts'`,
    ],
    [
      'benchmark ↛ inside of a room',
      'bench/x.ts',
      `import { y } from '@swath/server/gateway/tracks/chunk'`,
    ],
    [
      'map library outside map',
      'apps/web/src/modules/fleet/drones/x.tsx',
      `import { Map } from 'maplibre-gl'`,
    ],
    [
      'chart library outside charts',
      'apps/web/src/modules/fleet/drones/x.tsx',
      `import * as echarts from 'echarts/core'`,
    ],
    ['product ↛ test', 'apps/server/src/x.ts', `import { y } from './y.test.ts'`],
    ['product ↛ samples', 'packages/domain/src/x.ts', `import { y } from './area-samples.ts'`],
  ])('%s', async (_name, path, text) => {
    const lines = await found(boundariesRule, { ...manifests, [path]: `\n${text}\n` })
    expect(lines).not.toHaveLength(0)
    for (const line of lines) expect(line).toContain(`${path}:2 `)
  })

  test('accepts valid imports', async () => {
    expect(
      await found(boundariesRule, {
        ...manifests,
        'packages/contract/src/x.ts': `import { z } from 'zod'\nimport { areaM2 } from '@swath/domain/area'\n`,
        'packages/domain/src/area.test.ts': `import fc from 'fast-check'\n`,
        'packages/domain/src/area-samples.ts': `import fc from 'fast-check'\n`,
        'apps/simulator/src/x.ts': `import mqtt from 'mqtt'\nimport { areaM2 } from '@swath/domain/area'\n`,
        'apps/web/src/map/x.ts': `import { Map } from 'maplibre-gl'\n`,
        'apps/web/src/charts/x.ts': `import * as echarts from 'echarts/core'\n`,
        'apps/server/src/modules/fleet/drones/x.ts': `import { y } from '../flights/public.ts'\nimport { z } from './z.ts'\n`,
        'apps/server/src/program.ts': `export const later = () => import('../../../demonstration/y.seed.ts')\n`,
        'demonstration/y.seed.ts': `import { y } from '@swath/server/modules/flights/public'\nimport { z } from '@swath/server/platform/clock/clock'\n`,
        'apps/server/src/routes.ts': `import { y } from './modules/fleet/drones/drones.routes.ts'\n`,
        'apps/server/src/gateway/mqtt/x.ts': `import { y } from '../commands/public.ts'\nimport { z } from './handlers/z.ts'\n`,
        'apps/server/src/gateway/mqtt/x.test.ts': `import { y } from '../commands/commands.queries.ts'\n`,
      }),
    ).toEqual([])
  })
})

test('cycles: a ring of three, through a type and a workspace name, reported once', async () => {
  expect(
    await found(cyclesRule, {
      ...manifests,
      'packages/domain/src/a.ts': `import type { B } from './b.ts'\n`,
      'packages/domain/src/b.ts': `import { c } from '@swath/domain/c'\n`,
      'packages/domain/src/c.ts': `import { a } from './a.ts'\nimport { areaM2 } from './area.ts'\n`,
    }),
  ).toEqual([
    'packages/domain/src/a.ts:1 import cycle: packages/domain/src/a.ts → packages/domain/src/b.ts → packages/domain/src/c.ts → packages/domain/src/a.ts',
  ])
})

test('cycles: folders in a ring, though no two of their files are', async () => {
  expect(
    await found(cyclesRule, {
      ...manifests,
      'apps/server/src/gateway/live/a.ts': `import { b } from '../mqtt/public.ts'\n`,
      'apps/server/src/gateway/mqtt/public.ts': `export { b } from './b.ts'\n`,
      'apps/server/src/gateway/mqtt/b.ts': 'export const b = 1\n',
      'apps/server/src/gateway/mqtt/c.ts': `import { d } from '../live/public.ts'\n`,
      'apps/server/src/gateway/live/public.ts': `export { d } from './d.ts'\n`,
      'apps/server/src/gateway/live/d.ts': 'export const d = 1\n',
    }),
  ).toEqual([
    'apps/server/src/gateway/live:1 folders in a ring: apps/server/src/gateway/live → apps/server/src/gateway/mqtt → apps/server/src/gateway/live',
  ])
})

test('cycles: modules in a ring, each by another of its features', async () => {
  const modules = 'apps/web/src/modules'
  expect(
    await found(cyclesRule, {
      [`${modules}/land/plots/a.ts`]: `import { b } from '../../money/public.ts'\n`,
      [`${modules}/land/crops/c.ts`]: 'export const c = 1\n',
      [`${modules}/land/public.ts`]: `export { c } from './crops/c.ts'\n`,
      [`${modules}/money/public.ts`]: `export { b } from './bills/b.ts'\n`,
      [`${modules}/money/bills/b.ts`]: 'export const b = 1\n',
      [`${modules}/money/orders/d.ts`]: `import { c } from '../../land/crops/c.ts'\n`,
    }),
  ).toEqual([
    `${modules}/land:1 folders in a ring: ${modules}/land → ${modules}/money → ${modules}/land`,
  ])
})

test('barrels: files that only re-export, but not an entry file', async () => {
  const lines = await found(barrelsRule, {
    'apps/web/src/ui/index.ts': `export { A } from './a.ts'\nexport { B } from './b.ts'\n`,
    'apps/web/src/ui/again.ts': `import { A } from './a.ts'\nexport { A }\n`,
    'apps/web/src/ui/star.ts': `export * from './a.ts'\nexport const own = 1\n`,
    'apps/server/src/modules/fleet/public.ts': `export { a } from './drones/drones.queries.ts'\n`,
    'apps/web/src/ui/sound.ts': `import { A } from './a.ts'\nexport const sound = A\n`,
  })
  expect(lines.map((line) => line.split(' ')[0])).toEqual([
    'apps/web/src/ui/again.ts:1',
    'apps/web/src/ui/index.ts:1',
    'apps/web/src/ui/star.ts:1',
  ])
})

describe('sql', () => {
  test.each([
    ['raw text', 'const q = `select * from drone where id = ${1}`'],
    ['the sql tag', `import { sql } from 'kysely'`],
    ['the driver', `import pg from 'pg'`],
    ['a built query', `export const q = (db: any) => db.selectFrom('drone')`],
  ])('%s outside queries', async (_name, text) => {
    const path = 'apps/server/src/modules/fleet/drones/drones.routes.ts'
    expect((await found(sqlRule, { [path]: text })).join()).toContain(`${path}:1 `)
    expect(
      await found(sqlRule, {
        'apps/server/src/modules/fleet/drones/drones.queries.ts': text,
        'apps/server/src/platform/database/x.ts': text,
      }),
    ).toEqual([])
  })

  test('a sentence is not a statement', async () => {
    expect(
      await found(sqlRule, {
        'apps/server/src/x.ts': `export const a = ['Select a drone from the list', 'update the plan, then set it']`,
      }),
    ).toEqual([])
  })
})

test('catches: an error swallowed without an explanation', async () => {
  expect(
    await found(catchesRule, {
      'apps/server/src/x.ts':
        'try { a() } catch {}\nb().catch(() => {})\nb().catch(() => undefined)\n' +
        'try { a() } catch { /* gone already */ }\nb().catch(() => {}) // reported by the query\nb().catch(() => 1)\n' +
        '// asked again later\nb().catch(() => {})\nb() // of something else\nb().catch(() => {})\n',
    }),
  ).toEqual(
    [1, 2, 3, 10].map(
      (line) => `apps/server/src/x.ts:${line} swallows an error without a comment that says why`,
    ),
  )
})

test.each([
  ['starts programs', `import { spawn } from 'node:child_process'`],
  ['starts programs through a shell', `execSync(command)`],
  ['makes code from text', `const f = new Function('return 1')`],
  ['makes a page from text', `element.innerHTML = text`],
  ['uses a broken hash', `createHash('md5').update(text)`],
  ['uses another cipher than AES-256-GCM', `createCipheriv('aes-256-ecb', key, null)`],
  ['uses random numbers that can be guessed', `const token = Math.random()`],
  ['puts text into a statement', 'sql`select ${sql.raw(text)}`'],
  ['accepts any certificate', `connect({ rejectUnauthorized: false })`],
  ["follows redirects; set redirect: 'error'", `await fetch(url, { method: 'POST' })`],
])('dangerous: %s', async (message, line) => {
  const safe = `await fetch(url, {\n  redirect: 'error',\n})\ncreateHash('sha256')\n`
  expect(
    await found(dangerousRule, {
      'apps/server/src/a.ts': `${safe}${line}\n`,
      'apps/server/src/testing-a.ts': line,
      'apps/server/src/a.test.ts': line,
    }),
  ).toEqual([`apps/server/src/a.ts:5 ${message}`])
})

test('mocks: a module replaced for the other test files too', async () => {
  const text = "vi.mock('./a.ts')\nvi.doMock('./a.ts')\nvi.fn()\nother.mock('./a.ts')\n"
  expect(
    await found(mocksRule, {
      'apps/server/src/x.test.ts': text,
      'apps/web/src/testing-setup.ts': text,
    }),
  ).toEqual(
    [1, 2].map(
      (line) =>
        `apps/server/src/x.test.ts:${line} replaces a module that other test files share: hand it in`,
    ),
  )
})

test('colours: a literal outside the theme and the palette', async () => {
  const lines = await found(coloursRule, {
    'apps/web/src/ui/a.tsx': `export const a = '#1677ff'\nexport const b = <i style={{ color: 'rgb(1, 2, 3)' }} />\n// #fff\nexport const c = '/#drones'\n`,
    'apps/web/src/ui/a.css': `a { color: #fff }\n`,
    'apps/web/src/lib/theme.ts': `export const a = '#1677ff'\n`,
    'apps/web/src/map/map-palette.ts': `export const a = '#1677ff'\n`,
  })
  expect(lines.map((line) => line.split(' ')[0])).toEqual([
    'apps/web/src/ui/a.css:1',
    'apps/web/src/ui/a.tsx:1',
    'apps/web/src/ui/a.tsx:2',
  ])
})

/** A file of texts that are the same in every language, but for the languages given. */
const texts = (
  feature: string,
  english: object,
  others: Record<string, object> = {},
): Record<string, string> => {
  const byLanguage = Object.fromEntries(
    ['en', 'zh-CN', 'zh-TW', 'th', 'ko'].map((language) => [language, others[language] ?? english]),
  )
  const merge = (trees: Record<string, unknown>): object => {
    const keys = new Set(Object.values(trees).flatMap((tree) => Object.keys(tree as object)))
    return Object.fromEntries(
      [...keys].map((key) => {
        const own = Object.entries(trees).flatMap(([language, tree]) => {
          const value = (tree as Record<string, unknown>)[key]
          return value === undefined ? [] : [[language, value] as const]
        })
        const values = Object.fromEntries(own)
        return [key, own.some(([, value]) => typeof value === 'object') ? merge(values) : values]
      }),
    )
  }
  return { [`packages/i18n/src/${feature}.json`]: JSON.stringify(merge(byLanguage), null, 2) }
}

describe('locale files', () => {
  const english = { title: 'Drones', count_one: '{{count}} drone', count_other: '{{count}} drones' }
  const one = { title: 'T', count_other: '{{count}}' }
  const rest = { 'zh-CN': one, 'zh-TW': one, 'th': one, 'ko': one }

  test('equal keys, with the plural forms of each language', async () => {
    expect(await found(localeFilesRule, texts('drones', english, rest))).toEqual([])
  })

  test.each([
    [
      'a missing key',
      { ...rest, th: { count_other: '{{count}}' } },
      'drones.json:2 title: missing here, present in en (th)',
    ],
    [
      'a key too many',
      { ...rest, ko: { ...one, more: 'x' } },
      'drones.json:20 more: not present in en (ko)',
    ],
    [
      'an empty text',
      { ...rest, ko: { ...one, title: ' ' } },
      'drones.json:7 title: empty text (ko)',
    ],
    [
      'other variables',
      { ...rest, 'zh-TW': { ...one, count_other: '{{number}}' } },
      'count: variables {number} differ from {count} of en (zh-TW)',
    ],
    [
      'a missing plural form',
      { ...rest, en: { title: 'Drones', count_other: '{{count}}' } },
      'count: the plural form one of this language is missing (en)',
    ],
    ['a language that we do not have', { ...rest, en: { ...english, title: { fr: 'D' } } }, 'fr'],
  ])('%s', async (_name, others, message) => {
    expect((await found(localeFilesRule, texts('drones', english, others))).join()).toContain(
      message,
    )
  })
})

test('texts are in the script of their language', async () => {
  const file = (language: string, text: string) =>
    texts(
      'fleet/drones',
      { none: 'No drones yet', unit: 'm/s' },
      { 'zh-CN': {}, 'zh-TW': {}, 'th': {}, 'ko': {}, [language]: { none: text, unit: 'm/s' } },
    )
  for (const [language, text] of [
    ['zh-CN', '暂无无人机'],
    ['zh-TW', '尚無無人機'],
    ['th', 'ยังไม่มีโดรน'],
    ['ko', '아직 드론이 없습니다'],
  ] as const) {
    expect(await found(localeScriptRule, file(language, text))).toEqual([])
    expect((await found(localeScriptRule, file(language, 'No drones yet'))).join()).toContain(
      'left in English',
    )
  }
  expect((await found(localeScriptRule, file('zh-TW', '尚无无人机'))).join()).toContain(
    'other Chinese script: 无机',
  )
  expect((await found(localeScriptRule, file('zh-CN', '暫無無人機'))).join()).toContain(
    'other Chinese script',
  )
  expect((await found(localeScriptRule, file('th', 'ยังไม่มีโดรนค่ะ'))).join()).toContain('particle')
})

test('locale keys: a key without a text, a text without a use', async () => {
  expect(
    await found(localeKeysRule, {
      ...texts('drones', {
        'title': 'Drones',
        'byData': 'x',
        'bare': 'x',
        'lonely': 'x',
        'count_one': '1',
        'count_other': '2',
        'type.1': 'x',
        'kind.a': 'x',
      }),
      'apps/web/src/a.tsx': `t('drones:title')\nt('drones:gone')\nexport const column = 'drones:byData'\nt('drones.count')\n`,
      'apps/web/src/b.tsx':
        "const { t } = useTranslation('drones')\nt(`type.${code}`)\nt(`state.${code}`)\nconst keys = ['bare']\nt(on ? 'kind.a' : 'kind.b')\n",
    }),
  ).toEqual([
    'apps/web/src/a.tsx:2 no text for the key drones:gone',
    'apps/web/src/b.tsx:3 no text begins with the key drones:state.',
    'apps/web/src/b.tsx:5 no text for the key drones:kind.b',
    'packages/i18n/src/drones.json:24 lonely: a text that nothing shows',
  ])
})

test('locale keys: an error of the contract without its sentence', async () => {
  expect(
    await found(localeKeysRule, {
      ...texts('server', { error: { not_found: 'x' } }),
      'packages/contract/src/errors.ts':
        'export const errorStatus = { not_found: 404, conflict: 409 }\n',
    }),
  ).toEqual([
    'packages/contract/src/errors.ts:1 the error conflict has no text server:error.conflict',
  ])
})

test('untranslated: text in the markup, in attributes and in tables', async () => {
  expect(
    await found(untranslatedRule, {
      'apps/web/src/a.tsx': [
        'export const a = <p>Drones in the air</p>',
        'export const b = <input placeholder="Name" />',
        `export const c = <b>{on ? 'Yes' : t('x:no')}</b>`,
        `export const d = [{ title: 'Model' }]`,
        'export const e = <i aria-label={`All ${n}`} />',
        `export const fine = <p title={t('a:b')}>Swath {n} m/s · 25 %</p>`,
        `export const data = [{ title: 'drones:model' }]`,
        'export const g = <i className="big" />',
      ].join('\n'),
    }),
  ).toEqual([
    'apps/web/src/a.tsx:1 untranslated text: Drones in the air',
    'apps/web/src/a.tsx:3 untranslated text: Yes',
    'apps/web/src/a.tsx:2 untranslated text: Name',
    'apps/web/src/a.tsx:5 untranslated text: All',
    'apps/web/src/a.tsx:4 untranslated text: Model',
  ])
})

const contract = (routes: string): Record<string, string> => ({
  'packages/contract/src/api.ts': `const route = <R>(one: R): R => one\nexport const api = {\n${routes}\n}\n`,
})

describe('permissions', () => {
  const list = `  list: route({ method: 'GET', path: '/api/a', policy: { right: 'a.manage', screens: ['a-list'] } }),`
  const tables = { 'packages/domain/src/access/screens.ts': `export const screens = ['a-list']\n` }

  test('a right that nothing requires', async () => {
    expect(
      await found(rightsRule, {
        ...contract(list),
        ...tables,
        'packages/domain/src/access/rights.ts': `export const rights = [\n'a.manage',\n'b.manage',\n]\n`,
      }),
    ).toEqual([
      'packages/domain/src/access/rights.ts:3 b.manage: a right that no route and no screen asks for',
    ])
  })

  test('a right or a screen that is required and does not exist', async () => {
    expect(
      await found(rightsRule, {
        ...contract(list),
        'packages/domain/src/access/rights.ts': 'export const rights = []\n',
      }),
    ).toEqual([
      'packages/contract/src/api.ts:3 list: asks for the right a.manage, which nobody can hold',
      'packages/contract/src/api.ts:3 list: belongs to the screen a-list, which does not exist',
    ])
  })
})

test('routes: without policy, summary, handler, test, or its own address', async () => {
  expect(
    await found(routesRule, {
      ...contract(
        [
          `  sound: route({ method: 'GET', path: '/api/a/{id}', policy: 'public', summary: 'Sound' }),`,
          `  bare: route({ method: 'POST', path: '/api/b' }),`,
          `  twin: route({ method: 'GET', path: '/api/a/{id}', policy: 'public', summary: 'Twin' }),`,
        ].join('\n'),
      ),
      'apps/server/src/modules/m/a/a.routes.ts':
        'export const a = { sound: () => 1, twin: () => 2 }\n',
      'apps/server/src/modules/m/a/a.test.ts': `test('reads', () => get('/api/a/7'))\n`,
    }),
  ).toEqual([
    'packages/contract/src/api.ts:4 bare: a route without a policy',
    'packages/contract/src/api.ts:4 bare: a route without a summary',
    'packages/contract/src/api.ts:4 bare: a route without a handler in apps/server',
    'packages/contract/src/api.ts:4 bare: a route that no test names',
    'packages/contract/src/api.ts:5 twin: the same address as sound: GET /api/a/{id}',
  ])
})

test('routes: a plain list is handled and tested where its declaration is passed on', async () => {
  const base = {
    'packages/contract/src/tyres.ts': `export const tyres = declarePlainList({ calls: { list: ['listTyres', 'Tyres'] } })\n`,
    'packages/contract/src/api.ts': `export const api = { listTyres: { method: 'GET', path: '/api/t', policy: {}, summary: 'Tyres' } }\n`,
  }
  const passTo = (name: string): string =>
    `import { tyres } from '@swath/contract/tyres'\nexport const t = ${name}(tyres)\n`
  expect(
    await found(routesRule, {
      ...base,
      'apps/server/src/modules/m/t/t.ts': passTo('definePlainList'),
      'apps/server/src/modules/m/t/t.sweep.ts': passTo('plainListSweep'),
    }),
  ).toEqual([])
  expect(
    await found(routesRule, { ...base, 'apps/server/src/modules/m/t/t.ts': passTo('print') }),
  ).toEqual([
    'packages/contract/src/tyres.ts:1 listTyres: a route without a handler in apps/server',
    'packages/contract/src/tyres.ts:1 listTyres: a route that no test names',
  ])
})

test('words: a registry host and a path of one machine', async () => {
  const host = ['registry', 'npmjs', 'org'].join('.')
  expect(
    (
      await found(wordsRule, {
        'package-lock.json': `{\n  "${'resolved'}": "https://${host}/a.tgz"\n}`,
        'a.ts': `\nconst a = '${['', 'work', 'main'].join('/')}/a'`,
        'b.ts': `const a = '/api/work/main'`,
      })
    ).map((line) => line.split(' ')[0]),
  ).toEqual(['a.ts:2', 'package-lock.json:2', 'package-lock.json:2'])
})

test('docs: a path that does not exist', async () => {
  expect(
    await found(docsPathsRule, {
      'apps/a.ts': '',
      'docs/architecture.md':
        'See `apps/a.ts`, `apps/*.ts`,\n`apps/b.ts` and [that](gone.md), or `GET /api/x`.\n',
    }),
  ).toEqual([
    'docs/architecture.md:2 names a path that does not exist: apps/b.ts',
    'docs/architecture.md:2 names a path that does not exist: docs/gone.md',
  ])
})

test('asvs: missing and double rows, wrong counts, evidence that does not exist', async () => {
  const rows = [...asvsLevels].map(
    ([number, level]) => `| ${number} | ${level} | Thing | not applicable | none |`,
  )
  const counts = (...most: string[]): string =>
    `${['| level |', '|---|', ...most].join('\n')}\n\n| number |\n|---|\n`
  const tree = (lines: readonly string[], head: string) => ({
    'package.json': '{"scripts":{"check":"x","sbom":"x"}}',
    'apps/server/src/cli/run-command.ts': `const commands = {\n  'verify-audit': { run },\n}\n`,
    'tools/check/rules/words.ts': `export const wordsRule: Rule = { name: 'words', run }\n`,
    'apps/a.test.ts': `test('refuses ’that’', () => {})\n`,
    'docs/security/asvs.md': `${head}${lines.join('\n')}\n`,
  })
  const none = counts(
    '| 1 | 0 | 0 | 70 | 0 | 70 |',
    '| 2 | 0 | 0 | 183 | 0 | 183 |',
    '| both | 0 | 0 | 253 | 0 | 253 |',
  )
  expect(await found(asvsRule, tree(rows, none))).toEqual([])

  const plant = (number: string, row: string): void => {
    rows[[...asvsLevels.keys()].indexOf(number)] = row
  }
  plant(
    '1.1.1',
    '| 1.1.1 | 2 | Thing | pass | `apps/a.test.ts` "refuses ’that’", `npm run sbom`, `npm run cli -- verify-audit`, `npm run check -- words` |',
  )
  plant('1.1.2', '| 1.1.2 | 1 | Thing | passes | x |')
  plant('1.2.1', '| 1.2.1 | 1 | Thing | pass | `apps/a.test.ts` "refuses this"; `apps/b.test.ts` |')
  plant('1.2.2', '| 1.2.2 | 1 | Thing | pass | somewhere |')
  plant('1.2.3', '| 1.2.3 | 1 | Thing | open |  |')
  plant('1.2.4', '| 1.2.5 | 1 | Thing | open | `npm run gone`, `npm run cli -- gone` |')
  plant('1.2.6', '| 1.2.60 | 2 | Thing | open | x |')
  const lines = await found(asvsRule, tree(rows, none))
  expect(lines.map((line) => line.replace(/^docs\/security\/asvs.md:\d+ /, ''))).toEqual([
    '1.2.4: is missing',
    '1.2.6: is missing',
    '1.2.5: has two rows',
    '1.2.1: apps/a.test.ts has no test "refuses this"',
    '1.2.1: there is no file apps/b.test.ts',
    '1.2.2: names no file and no command',
    '1.2.3: has no reason',
    '1.2.5: there is no command `npm run gone`',
    '1.2.5: there is no command `npm run cli -- gone`',
    '1.1.2: is of level 2',
    '1.1.2: unknown state "passes"',
    '1.2.60: not a requirement of level 1 or 2',
    'the counts should contain: | 1 | 2 | 0 | 66 | 2 | 71 |',
    'the counts should contain: | 2 | 1 | 0 | 180 | 1 | 182 |',
    'the counts should contain: | both | 3 | 0 | 246 | 3 | 253 |',
  ])
})

test('migrations: a gap and a duplicate', async () => {
  expect(
    await found(migrationsRule, {
      'apps/server/migrations/0001_a.sql': '',
      'apps/server/migrations/0003_b.sql': '',
      'apps/server/migrations/0003_c.sql': '',
      'apps/server/migrations/later.sql': '',
    }),
  ).toEqual([
    'apps/server/migrations/0003_b.sql:1 the migration at this place is numbered 0002',
    'apps/server/migrations/later.sql:1 a migration is named 0001_what_it_does.sql',
  ])
})

test('migrations: what programs of the version before do not survive', async () => {
  const before = Object.fromEntries(
    Array.from({ length: 14 }, (_, index) => [
      `apps/server/migrations/${String(index + 1).padStart(4, '0')}_a.sql`,
      'alter table a drop b; create index c on a (b)',
    ]),
  )
  expect(
    await found(migrationsRule, {
      ...before,
      'apps/server/migrations/0015_silent.sql': 'select 1',
      'apps/server/migrations/0016_breaking.sql': `-- oldest program: 0014
alter table a drop column b;
alter table a drop c, add d int;
alter table a rename b to c;
alter table a
  alter b type bigint;
alter table a alter b set not null;
alter table a add b text not null;
create unique index e on a (b);
drop table a;`,
      'apps/server/migrations/0017_expanding.sql': `-- oldest program: 0014
-- A column to drop later.
create table b (id uuid primary key, name text not null);
create index f on b (name);
alter table a add column g text not null default '', drop constraint h, alter i drop not null,
  add constraint h check (g <> 'x');
drop index concurrently if exists j;
create index concurrently j on a (g);
alter table k rename to l;
alter index m rename to n;
create table k (id uuid primary key);`,
      'apps/server/migrations/0018_contracting.sql': `-- oldest program: 0018
alter table a drop b`,
      'apps/server/migrations/0019_boasting.sql': '-- oldest program: 0020',
    }).then((lines) =>
      lines.map((line) => line.replace(/^.*?00(\d\d)\w+\.sql:/, '$1:').slice(0, 45)),
    ),
  ).toEqual([
    '15:1 says which programs work after it: the l',
    '16:2 programs that still run: removes what th',
    '16:3 programs that still run: removes what th',
    '16:4 programs that still run: renames what th',
    '16:5 programs that still run: changes the typ',
    '16:7 programs that still run: refuses rows th',
    '16:8 programs that still run: refuses rows th',
    '16:9 nobody writes to a while its index is bu',
    '16:10 programs that still run: removes what t',
    '19:1 says which programs work after it: the l',
  ])
})

describe('the programs of others', () => {
  const manifest = { 'package.json': '{"name":"a","type":"module"}' }

  test('dead exports: an export, a file and a dependency', async () => {
    const lines = await found(deadExportsRule, {
      'package.json': '{"name":"a","type":"module","dependencies":{"zod":"4.6.7"}}',
      'knip.json': '{"entry":["start.ts"],"project":["**/*.ts"]}',
      'start.ts': `import { used } from './a.ts'\nconsole.log(used)\n`,
      'a.ts': 'export const used = 1\nexport const dead = 2\n',
      'b.ts': 'export const b = 1\n',
    })
    expect(lines).toContain('a.ts:2 dead: exported and used nowhere else')
    expect(lines).toContain('b.ts:1 b.ts: a file that nothing imports')
    expect(lines.join()).toContain('zod: a dependency that nothing imports')
    expect(lines).toHaveLength(3)
  })

  test('types', async () => {
    expect(
      await found(typesRule, {
        ...manifest,
        'tsconfig.json':
          '{"compilerOptions":{"strict":true,"noEmit":true,"types":[]},"include":["*.ts"]}',
        'a.ts': '\nexport const a: string = 1\n',
      }),
    ).toEqual([`a.ts:2 TS2322: Type 'number' is not assignable to type 'string'.`])
  })

  test('lint: any, a default export, a promise left alone, a hook under a condition', async () => {
    const { default: lintrc } = await import('../../.oxlintrc.json', { with: { type: 'json' } })
    const lines = await found(lintRule, {
      ...manifest,
      '.oxlintrc.json': JSON.stringify(lintrc),
      'tsconfig.json':
        '{"compilerOptions":{"strict":true,"noEmit":true,"jsx":"react-jsx","types":[]},"include":["**/*.ts","**/*.tsx"]}',
      'a.ts': 'export const a = (x: any) => x\n',
      'b.ts': 'export default 1\n',
      'c.ts': 'const later = async () => 1\nexport const c = () => { later() }\n',
      'd.ts': 'export const d = () => {\n  const unused = 1\n}\n',
      'vite.config.ts': 'export default {}\n',
      'apps/web/src/e.tsx': `import { useState } from 'react'\nexport const E = ({ on }: { on: boolean }) => {\n  if (on) useState(1)\n  return null\n}\n`,
    })
    expect(lines.map((line) => line.split(' ').slice(0, 2).join(' ')).toSorted()).toEqual([
      'a.ts:1 typescript(no-explicit-any)',
      'apps/web/src/e.tsx:3 react-hooks(rules-of-hooks)',
      'b.ts:1 import(no-default-export)',
      'c.ts:2 typescript(no-floating-promises)',
      'd.ts:2 eslint(no-unused-vars)',
    ])
  })
})

test('sizes: a function over 80 lines and a file over 400 are found, a test is not', async () => {
  const lines = (count: number): string => 'x()\n'.repeat(count)
  const long = `const f = () => {\n${lines(79)}}\n`
  expect(
    await found(sizesRule, {
      'packages/domain/src/long.ts': long,
      'packages/domain/src/short.ts': `const f = () => {\n${lines(78)}}\n`,
      'packages/domain/src/long.test.ts': long,
      'packages/domain/src/file.ts': lines(401),
    }),
  ).toEqual([
    expect.stringMatching(/^packages\/domain\/src\/file.ts:1 this file has 40\d lines/),
    'packages/domain/src/long.ts:1 f has 81 lines, more than 80: split it by what it does',
  ])
})

// Every action that is written into the log has a text. The log is written in many places, so this
// test reads the sources.
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { jobKindNames } from '@swath/contract/overview/jobs'
import { rights } from '@swath/domain/access/rights'
import { languages } from '@swath/i18n/languages'
import { actionChoices, tell } from './log-sentences.ts'

const root = new URL('../../../', import.meta.url)

/** Strings that look like actions: file names, and paths of input errors. */
const others =
  /\.(json|localhost|proto|html|css|js|pb|pid|log|csv|kml|zip|geojson|txt|png|jpg|sql|ts|new|rings|event|live|phone|md|svg|gpx|xml|bin|gz|swfw)$/

/**
 * Expands `'member.create'`, `member.${body.opr}` and `x.${passes ? 'pass' : 'reject'}` into all
 * actions they represent.
 */
const actionsIn = (source: string): string[] => {
  const plain = [
    ...source.matchAll(/'([a-z][a-z0-9]*(?:-[a-z0-9]+)*\.[a-z][a-z0-9]*(?:-[a-z0-9]+)*)'/g),
  ].map(([, action]) => action!)
  const made = [...source.matchAll(/`([a-z][a-z-]*)\.\$\{([^`}]*)\}`/g)].flatMap(
    ([, kind, expression]) =>
      (/\bopr\b/.test(expression!)
        ? ['enable', 'disable']
        : [...expression!.matchAll(/'([a-z-]+)'/g)].map(([, ending]) => ending!)
      ).map((ending) => `${kind!}.${ending}`),
  )
  // Rows of plain lists are added, changed and deleted by a common mechanism.
  const plainKinds = [
    ...source.matchAll(/createPlainChanges(?:<[^>]*>)?\(\w+, \{\s*kind: \{\s*type: '([a-z-]+)'/g),
    ...source.matchAll(/definePlainList\(\w+, \{\s*table: '([a-z_]+)'/g),
  ]
  const ofPlainRows = plainKinds.flatMap(([, kind]) =>
    ['add', 'update', 'delete'].map((ending) => `${kind!.replaceAll('_', '-')}.${ending}`),
  )
  const named: readonly string[] = [...rights, ...jobKindNames]
  return [...plain, ...made, ...ofPlainRows].filter(
    (action) => !others.test(action) && !named.includes(action),
  )
}

const writers = async (): Promise<Map<string, string[]>> => {
  const found = new Map<string, string[]>()
  for await (const path of glob(
    ['modules/**/*.ts', 'platform/{audit,auth}/*.ts', 'gateway/**/*.ts', 'cli/**/*.ts'],
    { cwd: root.pathname },
  )) {
    if (/\.(test|queries|seed|sweep)\.ts$|testing/.test(path)) continue
    for (const action of actionsIn(readFileSync(new URL(path, root), 'utf8')))
      found.set(action, [...(found.get(action) ?? []), path])
  }
  return found
}

test('every action has a text in five languages', async () => {
  const written = await writers()
  expect(written.size).toBeGreaterThan(25)
  for (const language of languages) {
    const known = new Set(actionChoices(language).map(({ action }) => action))
    expect(
      [...written].filter(([action]) => !known.has(action)),
      `without a sentence in ${language} (\`logged\` of a feature's texts)`,
    ).toEqual([])
  }
})

test('no text has a missing value, or belongs to an action that is never written', async () => {
  const written = await writers()
  for (const language of languages) {
    for (const { action } of actionChoices(language)) {
      expect([action, written.has(action)]).toEqual([action, true])
      expect(
        tell(
          { action, object_name: 'X', object_id: 'x', details: { reason: 'password' } },
          language,
        ),
      ).not.toMatch(/\{\{|undefined/)
    }
  }
})

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const source = fileURLToPath(new URL('../src/', import.meta.url))
const examples = fileURLToPath(new URL('examples/', import.meta.url))
const folders = ['ui', 'ui/fields', 'ui/paper', 'ui/share', 'charts', 'map']

/** Component files without an example, each with its reason. */
const exceptions: Readonly<Record<string, string>> = {
  'ui/sheet-bar.tsx': 'shown only in a collapsed sheet of a phone, by the forms of plots and zones',
  'ui/slash-key.tsx': 'a part of drone-search and list-filters, which have examples',
  'ui/tool-button.tsx': 'a part of list-bar and list-columns, which have examples',
  'ui/row-editing.tsx': 'a hook; the example row-editing shows it in a plain list',
}

const components = folders.flatMap((folder) =>
  readdirSync(`${source}${folder}`)
    .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
    .map((name) => `${folder}/${name}`),
)
const imported = new Set(
  readdirSync(examples).flatMap((name) =>
    [...readFileSync(`${examples}${name}`, 'utf8').matchAll(/'\.\.\/\.\.\/src\/([^']+)'/g)].map(
      ([, path]) => path!,
    ),
  ),
)

test('every component has an example in the gallery', () => {
  const missing = components.filter((path) => !imported.has(path) && !(path in exceptions))
  expect(missing, 'add an example in apps/web/gallery/examples').toEqual([])
})

test('no exception is needless', () => {
  const needless = Object.keys(exceptions).filter(
    (path) => imported.has(path) || !components.includes(path),
  )
  expect(needless).toEqual([])
})

// Entries of the console's menu, and the existing screens.
import { readFileSync } from 'node:fs'
import { pickLanguage, type TextTree } from '@swath/i18n/pick-language'
import type { Visitor } from './browser.ts'

const readText = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
const english = Object.fromEntries(
  ['app', 'terms'].map((feature) => [
    feature,
    pickLanguage(
      JSON.parse(readText(`../packages/i18n/src/${feature}.json`)) as TextTree,
      'en',
    ) as Readonly<Record<string, string>>,
  ]),
)

/**
 * The existing screens, with the English name that the menu gives them: read from the console's own
 * tables.
 */
const order = [...readText('../apps/web/src/app/screens.ts').matchAll(/^  \.\.\.(\w+),$/gm)]
const tables = order
  .map(([, module]) => readText(`../apps/web/src/modules/${module}/screens.ts`))
  .join('\n')
const built: ReadonlyMap<string, string> = new Map(
  [
    ...tables.matchAll(
      /screen: '([\w-]+)',\s+path: '[^':]+',(?:(?!screen:)[\s\S])*?title: '(app|terms):(\w+)'/g,
    ),
  ]
    .map(([, screen, feature, title]) => [screen!, english[feature!]![title!]!] as const)
    .reverse(),
)

const patterns = [...tables.matchAll(/ path: '([^']+)'/g)].map(
  ([, path]) => new RegExp(`^${path!.replaceAll(/:\w+/g, '[^/]+')}$`),
)
/** Whether a path belongs to a screen. */
export const isScreenPath = (path: string): boolean =>
  patterns.some((pattern) => pattern.test(path))

/** Entries of pages within a screen, in the menu after the entry of the screen. */
const pages: Readonly<Record<string, string>> = {
  alarms: english['terms']!['alarms']!,
  flights: english['terms']!['flights']!,
}

/** Names of these entries, if they exist; some have another name for the platform. */
export const listTitles = (entries: readonly string[], isPlatform = false): string[] =>
  entries.flatMap((entry) =>
    isPlatform && entry === 'sub-company-list'
      ? english['terms']!['subPlatforms']!
      : (pages[entry] ?? built.get(entry) ?? []),
  )

/** Opens every group of the menu and reads its links, first to last. */
export const linksOfMenu = async ({
  page,
}: Visitor): Promise<{ title: string; path: string }[]> => {
  // An opened group is no longer among the closed ones.
  const closed = page.locator('nav .ant-menu-submenu-title[aria-expanded=false]')
  while ((await closed.count()) > 0) await closed.first().click()
  const links = await page.locator('nav .ant-menu a').all()
  return Promise.all(
    links.map(async (link) => ({
      title: (await link.innerText()).trim(),
      path: (await link.getAttribute('href'))!,
    })),
  )
}

// axe-core's rules on the current page.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Visitor } from './browser.ts'

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)
/** Rules that texts can break: names that are missing, duplicate, or too long for their place. */
const ofWords = [
  'aria-command-name',
  'aria-dialog-name',
  'aria-input-field-name',
  'aria-progressbar-name',
  'aria-toggle-field-name',
  'aria-tooltip-name',
  'aria-treeitem-name',
  'button-name',
  'document-title',
  'empty-heading',
  'empty-table-header',
  'html-has-lang',
  'html-lang-valid',
  'image-alt',
  'image-redundant-alt',
  'input-button-name',
  'label',
  'label-title-only',
  'landmark-unique',
  'link-name',
  'role-img-alt',
  'scrollable-region-focusable',
  'select-name',
  'summary-name',
  'svg-img-alt',
  'target-size',
]
const guidelines = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Targets reported as too small that are so at every scroll position: one partly covered by a
 * sticky bar is complete after scrolling.
 */
const smallWherever = (
  { page }: Visitor,
  nodes: AxeResults['violations'][number]['nodes'],
): Promise<boolean[]> =>
  page.evaluate(
    async (selectors) => {
      const { axe } = window as unknown as {
        axe: { run: (context: Element, options: object) => Promise<AxeResults> }
      }
      const small: boolean[] = []
      for (const selector of selectors) {
        const target = document.querySelector(selector)
        target?.scrollIntoView({ block: 'center' })
        const { violations } = await axe.run(target ?? document.body, {
          runOnly: { type: 'rule', values: ['target-size'] },
        })
        small.push(violations.length > 0)
      }
      return small
    },
    nodes.map(({ target }) => String(target[0])),
  )

/** `words`: for a page that was checked completely already, in another language. */
export const violationsIn = async (
  visitor: Visitor,
  what: 'all' | 'words' = 'all',
): Promise<string[]> => {
  const { page } = visitor
  // Not as a script element: the page's own policy would refuse it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const { violations } = await page.evaluate(
    async (runOnly): Promise<AxeResults> => {
      const { axe } = window as unknown as {
        axe: { run: (context: Document, options: object) => Promise<AxeResults> }
      }
      return axe.run(document, { runOnly, resultTypes: ['violations'] })
    },
    what === 'all' ? { type: 'tag', values: guidelines } : { type: 'rule', values: ofWords },
  )
  for (const violation of violations) {
    if (violation.id !== 'target-size') continue
    const small = await smallWherever(visitor, violation.nodes)
    violation.nodes = violation.nodes.filter((_, i) => small[i])
  }
  const found = violations.filter(({ nodes }) => nodes.length > 0)
  return found.map(
    ({ id, impact, nodes }) =>
      `${id} (${impact}): ${nodes
        .slice(0, 4)
        .map(
          ({ html, target, failureSummary }) =>
            `${html.slice(0, 160)} (${String(target[0])}) — ${failureSummary?.split('\n').slice(1, 2).join()}`,
        )
        .join(' | ')}`,
  )
}

// axe-core's rules on a page as it stands.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Visitor } from './browser.ts'

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)
/** What words can break: names that are missing, twice the same, or too long for their place. */
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

/** `words`: of a page that was looked at whole already, in another language. */
export const violationsIn = async (
  { page }: Visitor,
  what: 'all' | 'words' = 'all',
): Promise<string[]> => {
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
  return violations.map(
    ({ id, impact, nodes }) =>
      `${id} (${impact}): ${nodes
        .slice(0, 4)
        .map(
          ({ html, failureSummary }) =>
            `${html.slice(0, 160)} — ${failureSummary?.split('\n').slice(1, 2).join()}`,
        )
        .join(' | ')}`,
  )
}

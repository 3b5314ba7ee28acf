// axe-core's rules on a page as it stands.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Visitor } from './browser.ts'

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)
export const violationsIn = async ({ page }: Visitor): Promise<string[]> => {
  // Not as a script element: the page's own policy would refuse it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const { violations } = await page.evaluate(async (): Promise<AxeResults> => {
    const { axe } = window as unknown as {
      axe: { run: (context: Document, options: object) => Promise<AxeResults> }
    }
    return axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      resultTypes: ['violations'],
    })
  })
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

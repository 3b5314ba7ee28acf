// Texts of a page that nobody has translated.
import type { Visitor } from './browser.ts'

const untranslated = /\b[a-z][a-zA-Z-]*:[a-z][a-zA-Z]+\b/

/**
 * Lines that show the key of a text instead of the text; what is read aloud or on hover counts too.
 */
export const untranslatedIn = async ({ page }: Visitor): Promise<string[]> => {
  const lines = await page.evaluate(() => {
    const names = ['aria-label', 'title', 'placeholder', 'alt']
    const named = [...document.querySelectorAll(names.map((name) => `[${name}]`).join())].flatMap(
      (element) => names.map((name) => element.getAttribute(name) ?? ''),
    )
    return [document.title, ...document.body.innerText.split('\n'), ...named]
  })
  return lines.filter((line) => untranslated.test(line) && !/https?:|mqtt:|mailto:/.test(line))
}

const escape = (text: string): string =>
  text
    .replace(/&(?!amp;|lt;|gt;|quot;|copy;|#\d+;)/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')

const link = /<a\b[^>]*\bhref\s*=\s*["'](https?:\/\/[^"'<>\s]+)["'][^>]*>([^<]*)<\/a>/gi
const tag = /<[^>]*>/g

/**
 * Credits of an external archive as HTML with only text and web links: any other markup is escaped.
 */
export const toCredits = (html: string): string => {
  let credits = ''
  let end = 0
  for (const found of html.matchAll(link)) {
    credits += escape(html.slice(end, found.index).replace(tag, ''))
    credits += `<a href="${escape(found[1]!)}" target="_blank" rel="noopener">${escape(found[2]!)}</a>`
    end = found.index + found[0].length
  }
  return credits + escape(html.slice(end).replace(tag, ''))
}

import { describe, expect, test } from 'vitest'
import { XmlScanner } from './xml-scanner.ts'

const scan = (text: string, pieceLength = 16_384) => {
  const seen: string[] = []
  const problems: string[] = []
  const scanner = new XmlScanner(
    {
      open: (name, attributes) =>
        seen.push([name, ...[...attributes].map(([key, value]) => `${key}=${value}`)].join(' ')),
      close: (name, text) => seen.push(`/${name} ${text.trim()}`.trim()),
    },
    (problem) => problems.push(problem),
  )
  for (let at = 0; at < text.length; at += pieceLength)
    scanner.push(text.slice(at, at + pieceLength))
  const isCut = scanner.finish()
  return { seen, problems: [...new Set(problems)], isCut, searched: scanner.searched }
}

describe('elements', () => {
  test.each([1, 7, 1_000])('are the same in pieces of %i characters', (pieceLength) => {
    const text = `<?xml version="1.0"?><!DOCTYPE a [ <!ENTITY x "y"> ]>
      <!-- <not> --><a:b c = "1 &lt; 2" d:e='"' f><g>x<![CDATA[<y>]]>z</g><h i="j"/></a:b>`
    expect(scan(text, pieceLength)).toMatchObject({
      seen: ['b c=1 < 2 e="', 'g', '/g x<y>z', 'h i=j', '/h', '/b'],
      problems: ['entities_refused'],
      isCut: false,
    })
  })

  test('are read before and after damage', () => {
    expect(scan('<a><?never closed <b x=1 y="2">t</b><!odd></a>').seen).toEqual([
      'a',
      'b y=2',
      '/b t',
      '/a odd>',
    ])
    expect(scan('<a b="c" d="<e>').seen).toEqual(['e'])
  })
})

/** Each repeated, alone or inside an element; with the text before it. */
const costly: Readonly<Record<string, [before: string, repeated: string]>> = {
  'instructions that never end': ['<kml>', '<?x '],
  'instructions that end': ['<kml>', '<?x?>'],
  'an instruction that never ends': ['<kml><?x', ' x x'],
  'a comment that never ends': ['<kml><!--', ' - -- >'],
  'comments': ['<kml>', '<!---->'],
  'a CDATA section that never ends': ['<kml><![CDATA[', ']] ] >'],
  'document types': ['', '<!x>'],
  'a document type that never ends': ['<!DOCTYPE a [', ']  ] <x> '],
  'document types with brackets': ['', '<!x [>'],
  'declarations in an element': ['<kml>', '<!x '],
  'tags that never end': ['<kml>', '<a b="'],
  'a tag that never ends': ['<kml><a', ' b="c"'],
  'quotes that never end': ['<kml><a b="', `'`],
  'a name that never ends': ['<kml><', 'a'],
  'attributes without values': ['<kml><a ', 'b '],
  'signs of equality': ['<kml><a ', '= '],
  'closing tags of nothing': ['<kml>', '</a>'],
  'ampersands': ['<kml>', '&'],
  'entities': ['<kml>', '&amp'],
  'text': ['<kml>', 'abcd '],
}

describe('the cost of a text', () => {
  test.each(Object.entries(costly))('%s', (_name, [before, repeated]) => {
    const text = before + repeated.repeat(400_000 / repeated.length)
    for (const end of ['', '>', '"/>'])
      for (const pieceLength of [4_096, 1_000_000])
        expect(scan(text + end, pieceLength).searched / text.length).toBeLessThan(6)
  })

  test('attributes of one tag are each read once', () => {
    const inside = 'b'.repeat(200_000)
    for (const tag of [`<a ${inside}>`, `<a ${inside}=>`, `<a ${'b=c '.repeat(50_000)}/>`])
      expect(scan(tag).seen[0]).toBe('a')
    expect(scan(`<${inside} c="d"><e/>`).seen).toEqual(['e', '/e'])
  })
})

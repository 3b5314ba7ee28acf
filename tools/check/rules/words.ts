import type { Finding, Rule } from '../tree.ts'

// Written in parts, so that this file does not break its own rule.
const words: [RegExp, string][] = [
  [
    new RegExp(`registry\\.${'npm'}|${'npm'}mirror\\.com|${'un'}pkg\\.com`, 'i'),
    'the host of a package registry',
  ],
  [/"resolved": "https?:/, 'the address that a package was fetched from'],
  [new RegExp(`(?<![\\w.\\-$}])/${'work'}/(main|shared)|/${'tmp'}/brief`), 'a path of one machine'],
]

const text =
  /\.(tsx?|mjs|js|json|md|sql|css|html|ya?ml|sh|toml|conf|proto|svg)$|(^|\/)[^./]+$|(^|\/)\.[^/.]+(rc)?$/

const run: Rule['run'] = async (tree) =>
  tree.files
    .filter((file) => text.test(file.path))
    .flatMap((file): Finding[] =>
      words.flatMap(([word, what]) => {
        const match = word.exec(file.text)
        return match
          ? [file.finding(match.index, `${what} may not stand in the tree: ${match[0]}`)]
          : []
      }),
    )

export const wordsRule: Rule = { name: 'words', run }

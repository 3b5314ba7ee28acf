// Words of the project's early English that a newcomer has to decode. Counted in comments, English
// texts and documents; the count may only fall.
import type { SourceFile, Tree } from './tree.ts'

/** Each with a plain replacement. */
const avoided: readonly [RegExp, string][] = [
  [/\b(who|whom|what|which)(so)?ever\b/gi, 'everyone who, anything that'],
  [/\b(tells?|told|telling)\b/gi, 'says, reports, shows'],
  [/\bstands?\b|\bstood\b/gi, 'is, is written'],
  [/\bl(ies|ay|ie)\b(?! (flat|still))/gi, 'is'],
  [/\bby (itself|themselves)\b/gi, 'automatically'],
  [/\b(take|takes|taken|took) up\b/gi, 'acknowledge, use'],
  [/\bhand(s|ed)? (in|on|over)\b/gi, 'submit, pass'],
  [/\bmend(s|ed|ing)?\b/gi, 'fix'],
  [/\bat hand\b/gi, 'waiting'],
  [/\bsecond go\b/gi, 'retry'],
  [/\b(goes|go|went) on\b/gi, 'continues'],
  [/\bcomes? (to|of|by)\b/gi, 'results in, arrives'],
  [/\bbesides?\b/gi, 'next to, except'],
  [/\bis no(t)? (so|such)\b/gi, 'does not exist'],
]

export type AvoidedWord = { file: string; line: number; word: string; plain: string }
export type Part = 'comments' | 'texts' | 'documents'

const findIn = (file: SourceFile, text: string, offset: number): AvoidedWord[] =>
  avoided.flatMap(([word, plain]) =>
    [...text.matchAll(word)].map((match) => ({
      file: file.path,
      line: file.lineAt(offset + match.index),
      word: match[0].toLowerCase(),
      plain,
    })),
  )

const inComments = (file: SourceFile): AvoidedWord[] =>
  file.comments.flatMap(({ start, end }) => findIn(file, file.text.slice(start, end), start))

const inTexts = (file: SourceFile): AvoidedWord[] =>
  [...file.text.matchAll(/"en": "((?:[^"\\]|\\.)*)"/g)].flatMap((match) =>
    findIn(file, match[1]!, match.index + '"en": "'.length),
  )

/** The avoided words in each part of the tree. */
export const findAvoidedWords = (tree: Tree): Record<Part, AvoidedWord[]> => ({
  comments: tree
    .scripts()
    .filter(({ path }) => /^(apps|packages|demonstration|e2e|bench|tools)\//.test(path))
    .flatMap(inComments),
  texts: tree.files.filter(({ path }) => /^packages\/i18n\/.*\.json$/.test(path)).flatMap(inTexts),
  documents: tree.files
    .filter(({ path }) => /^([A-Z_]+|docs\/.*)\.md$/.test(path))
    .flatMap((file) => findIn(file, file.text, 0)),
})

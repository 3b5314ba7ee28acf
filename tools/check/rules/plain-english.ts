import { findAvoidedWords, type Part } from '../plain-english.ts'
import type { Rule } from '../tree.ts'

/** Maximum number of each; lower it when the count has fallen, and never raise it. */
const budget: Readonly<Record<Part, number>> = { comments: 2, texts: 1, documents: 3 }

const run: Rule['run'] = async (tree) =>
  Object.entries(findAvoidedWords(tree)).flatMap(([part, found]) => {
    const most = budget[part as Part]
    return found.length <= most
      ? []
      : [
          {
            file: found.at(-1)!.file,
            line: found.at(-1)!.line,
            message: `${found.length} words in ${part} that plain English avoids, ${most} at most: npm run words`,
          },
        ]
  })

export const plainEnglishRule: Rule = { name: 'plain-english', run }

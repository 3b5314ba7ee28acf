// docs/decisions/README.md, from the records: number, title, status, date.
import type { Tree } from '../check/tree.ts'

const head = `# Decisions

Each record explains one decision: the question, the decision, the measurements and the alternatives that
were rejected. A record that was replaced has a line \`Status: replaced by NNN\`. This index is generated
from the records: run \`npm run generate\`.

| number | title | status | date |
|---|---|---|---|
`

const record = /^docs\/decisions\/(\d{3})-[\w-]+\.md$/

/** The day from a line \`Date: 2026-11-27\`; the status is \`in force\` unless a line says otherwise. */
export const writeDecisionsIndex = (tree: Tree): string =>
  head +
  tree.files
    .filter(({ path }) => record.test(path))
    .map(({ path, text }) => {
      const title = /^# (?:\d+\.? )?(.+)$/m.exec(text)?.[1] ?? path
      const status = /^Status: (.+)$/m.exec(text)?.[1] ?? 'in force'
      const date = /^Date: (\d{4}-\d\d-\d\d)$/m.exec(text)?.[1] ?? ''
      const file = path.split('/').at(-1)!
      return `| ${record.exec(path)![1]} | [${title}](${file}) | ${status} | ${date} |\n`
    })
    .join('')

import { generated } from '../../generate/generated.ts'
import type { Rule } from '../tree.ts'

const run: Rule['run'] = async (tree) =>
  Object.entries(generated(tree))
    .filter(([path, text]) => tree.get(path)?.text !== text)
    .map(([file]) => ({ file, line: 1, message: 'is not up to date: npm run generate' }))

/** Generated files match their sources. */
export const generatedRule: Rule = { name: 'generated', run }

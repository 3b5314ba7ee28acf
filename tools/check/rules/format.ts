import { runScript, findScript } from '../command.ts'
import type { Rule } from '../tree.ts'

/** Every file is formatted as by `npm run format`. */
const run: Rule['run'] = async (tree) => {
  const { output, errors, code } = await runScript(
    findScript('oxfmt', 'oxfmt'),
    ['--list-different', '.'],
    tree.root,
  )
  const files = output.split('\n').filter((line) => line.trim() !== '')
  if (code !== 0 && files.length === 0)
    return [
      { file: '.oxfmtrc.json', line: 1, message: errors.trim() || `oxfmt ended with ${code}` },
    ]
  return files.map((file) => ({ file, line: 1, message: 'npm run format would change it' }))
}

export const formatRule: Rule = { name: 'format', run }

// `npm run format`: formats every file (.oxfmtrc.json).
import { join } from 'node:path'
import { runScript, findScript } from './command.ts'

const root = join(import.meta.dirname, '../..')
const { output, errors, code } = await runScript(findScript('oxfmt', 'oxfmt'), ['.'], root)
process.stdout.write(output + errors)
process.exitCode = code

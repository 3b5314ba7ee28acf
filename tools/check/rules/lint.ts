import { runScript, findScript } from '../command.ts'
import type { Finding, Rule } from '../tree.ts'

type Diagnostic = {
  message: string
  code?: string
  filename: string
  labels: { span: { line: number } }[]
}

const run: Rule['run'] = async (tree) => {
  const { output, errors, code } = await runScript(
    findScript('oxlint', 'oxlint'),
    ['--type-aware', '--format', 'json', '--report-unused-disable-directives'],
    tree.root,
  )
  const start = output.indexOf('{')
  if (start < 0)
    return [
      {
        file: '.oxlintrc.json',
        line: 1,
        message: (output + errors).trim() || `oxlint ended with ${code}`,
      },
    ]
  const { diagnostics } = JSON.parse(output.slice(start)) as { diagnostics: Diagnostic[] }
  return diagnostics.map((one): Finding => ({
    file: one.filename,
    line: one.labels[0]?.span.line ?? 1,
    message: `${one.code ?? 'oxlint'} ${one.message}`,
  }))
}

export const lintRule: Rule = { name: 'lint', run }

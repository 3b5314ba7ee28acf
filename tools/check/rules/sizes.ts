import { listLongest } from '../sizes.ts'
import type { Finding, Rule } from '../tree.ts'

const mostFunctionLines = 80
const mostFileLines = 400

/** Longer files and functions, with reasons: `file` or `file function`. */
const exceptions: Readonly<Record<string, string>> = {
  'apps/server/src/platform/database/schema.ts': 'generated',
  'apps/server/src/gateway/gateway.ts startGateway':
    'the rooms of the gateway put together, in the order in which they depend on one another',
}

/** A function over 80 lines or a file over 400 should be split by responsibility. */
const run: Rule['run'] = async (tree) => {
  const { files, functions } = listLongest(tree, Infinity)
  const met = new Set<string>()
  const find = (place: string, lines: number, most: number): Finding[] => {
    const [path, name = ''] = place.split(' ')
    const [file, line = '1'] = path!.split(':')
    const key = name === '' ? file! : `${file} ${name}`
    met.add(lines > most ? key : '')
    return lines <= most || key in exceptions
      ? []
      : [
          {
            file: file!,
            line: Number(line),
            message: `${name || 'this file'} has ${lines} lines, more than ${most}: split it by what it does`,
          },
        ]
  }
  const found = [
    ...files.flatMap(({ place, lines }) => find(place, lines, mostFileLines)),
    ...functions.flatMap(({ place, lines }) => find(place, lines, mostFunctionLines)),
  ]
  const present = new Set(tree.files.map(({ path }) => path))
  const needless = Object.keys(exceptions).filter(
    (key) => present.has(key.split(' ')[0]!) && !met.has(key),
  )
  return [
    ...found,
    ...needless.map((key) => ({
      file: 'tools/check/rules/sizes.ts',
      line: 1,
      message: `${key} is no longer too long: take the exception away`,
    })),
  ]
}

export const sizesRule: Rule = { name: 'sizes', run }

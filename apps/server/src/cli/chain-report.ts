import type { Shell } from './shell.ts'

/** What is wrong, line by line, and a sentence about the whole. */
export type ChainReport = { problems: string[]; summary: string }

/** Returns the exit code. */
export const printReport = (
  { problems, summary }: ChainReport,
  { print }: Pick<Shell, 'print'>,
): number => {
  for (const line of [...problems, summary]) print(`${line}\n`)
  return problems.length === 0 ? 0 : 1
}

/** What is wrong, line by line, and a sentence about the whole. */
export type ChainReport = { problems: string[]; summary: string }

/** Returns the exit code. */
export const printReport = ({ problems, summary }: ChainReport): number => {
  for (const line of [...problems, summary]) process.stdout.write(`${line}\n`)
  return problems.length === 0 ? 0 : 1
}

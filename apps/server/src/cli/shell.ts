/**
 * What a command gets from its process. A test passes other values and runs commands in the test's
 * process, because starting a new one for each command takes longer than most tests.
 */
export type Shell = {
  env: Readonly<Record<string, string | undefined>>
  print: (text: string) => void
  warn: (text: string) => void
  /** Lets other programs have the processor first, for the rest of the process. */
  lowerPriority: () => void
}

/** Resolves to the exit code of the program. */
export type Command = (given: readonly string[], shell: Shell) => Promise<number>

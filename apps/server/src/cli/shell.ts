/**
 * Where a command runs: a process of its own, or that of a test, which is not changed by it and can
 * run many of them in the time in which one process loads its modules.
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

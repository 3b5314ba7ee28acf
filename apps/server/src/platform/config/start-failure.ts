/**
 * The program cannot start, for a reason that the person who started it can fix. `message` is shown
 * without a stack trace, and the program exits with `exitCode`.
 */
export class StartFailure extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode = 1) {
    super(message)
    this.name = 'StartFailure'
    this.exitCode = exitCode
  }
}

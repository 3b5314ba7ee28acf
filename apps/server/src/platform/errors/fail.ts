import { errorStatus, type ErrorCode } from '@swath/contract/errors'

export type Failure = { path: string; message: string }

/**
 * An error that is answered by an error document; the one error handler writes it in the caller's
 * language.
 */
export class ServiceError extends Error {
  readonly code: ErrorCode
  /** Values for the sentence of the code. */
  readonly values: Readonly<Record<string, string | number>>
  /** Field errors; `message` is a key of the `field` group of the server's texts, or a sentence. */
  readonly details: readonly Failure[] | undefined

  constructor(
    code: ErrorCode,
    values: Readonly<Record<string, string | number>> = {},
    details?: readonly Failure[],
  ) {
    super(code)
    this.code = code
    this.values = values
    this.details = details
  }

  get status(): number {
    return errorStatus[this.code]
  }
}

export const fail = (
  code: ErrorCode,
  values?: Readonly<Record<string, string | number>>,
  details?: readonly Failure[],
): never => {
  throw new ServiceError(code, values, details)
}

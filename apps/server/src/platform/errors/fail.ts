import { errorStatus, type ErrorCode } from '@swath/contract/errors'

export type Failure = { path: string; message: string }

/**
 * An error answered with an error document, which the error handler writes in the caller's
 * language.
 */
export class ServiceError extends Error {
  readonly code: ErrorCode
  /** Values for placeholders of the code's text. */
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

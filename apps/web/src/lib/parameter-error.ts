/**
 * An address or a call that lacks a part it needs (specification, section 8). People read
 * `app:errorAddress` instead.
 */
export class ParameterError extends Error {
  constructor() {
    super('URI parameter insufficient')
    this.name = 'ParameterError'
  }
}

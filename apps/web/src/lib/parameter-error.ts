/**
 * Thrown if a URL or a call lacks a required parameter (specification, section 8). People see the
 * text `app:errorAddress` instead.
 */
export class ParameterError extends Error {
  constructor() {
    super('URI parameter insufficient')
    this.name = 'ParameterError'
  }
}

import { readFileSync } from 'node:fs'

/** The version in the package.json of the repository. */
export const programVersion = (
  JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
).version

// Proves that an account controls a domain: by a TXT record with a value that only it was shown.
import { Resolver } from 'node:dns/promises'
import { domainToASCII } from 'node:url'

export const recordName = (domain: string): string => `_swath-challenge.${domain}`

/** Lower case, with other scripts in ASCII as DNS has them; null: not a name. */
export const toDomain = (text: string): string | null => domainToASCII(text.toLowerCase()) || null

/** The domain of an e-mail address. */
export const domainOf = (email: string): string | null =>
  toDomain(email.slice(email.lastIndexOf('@') + 1))

/** The texts of all TXT records of a name; empty: there are none. Fails if DNS does not answer. */
export type ReadTexts = (name: string) => Promise<readonly string[]>

const missing: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA'])

/** @param servers other name servers than those of the system, for tests */
export const createReadTexts = (servers?: readonly string[]): ReadTexts => {
  // Two tries of two seconds: a person waits for the answer.
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  if (servers) resolver.setServers(servers)
  return async (name) => {
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
    } catch (error) {
      if (missing.has((error as { code?: string }).code ?? '')) return []
      throw error
    }
  }
}

// Rows of which everybody has the same, named in five languages, beside those of an account's own.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { languages, type Language } from '@swath/i18n/languages'
import type { SignedInContext } from '../http/context.ts'

/** For whom they are read. */
export type Reader = { accountId: string; language: Language }
export const toReader = ({ caller, language }: SignedInContext): Reader => ({
  accountId: caller.accountId,
  language,
})

/** The account's own are those of which it is the owner itself: nobody above or below it. */
export const commonOrOwn = ({ accountId }: Reader, column: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(column)} is null or ${sql.ref(column)} = ${accountId}::uuid)`

export const nameIn = ({ language }: Reader, column: string): RawBuilder<string> =>
  sql<string>`${sql.ref(column)} ->> ${language}::text`

/** What people name themselves is called so in every language. */
export const sameInAllLanguages = (name: string): string =>
  JSON.stringify(Object.fromEntries(languages.map((language) => [language, name])))

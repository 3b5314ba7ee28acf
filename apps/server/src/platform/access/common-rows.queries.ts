// Rows shared by all accounts, named in five languages, next to an account's own rows.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { languages, type Language } from '@swath/i18n/languages'
import type { SignedInContext } from '../http/context.ts'

/** The account and language for which rows are read. */
export type Reader = { accountId: string; language: Language }
export const toReader = ({ caller, language }: SignedInContext): Reader => ({
  accountId: caller.accountId,
  language,
})

/** Shared rows, and those owned by the account itself, not by accounts above or below it. */
export const commonOrOwn = ({ accountId }: Reader, column: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(column)} is null or ${sql.ref(column)} = ${accountId}::uuid)`

export const nameIn = ({ language }: Reader, column: string): RawBuilder<string> =>
  sql<string>`${sql.ref(column)} ->> ${language}::text`

/** Names given by users are the same in every language. */
export const sameInAllLanguages = (name: string): string =>
  JSON.stringify(Object.fromEntries(languages.map((language) => [language, name])))

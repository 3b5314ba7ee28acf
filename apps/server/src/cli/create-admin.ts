import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { NewPassword } from '@swath/contract/fields'
import { findPasswordFault } from '../platform/auth/new-passwords.ts'
import { hashPassword } from '../platform/auth/passwords.ts'
import { StartFailure } from '../platform/config/start-failure.ts'
import { tx } from '../platform/database/database.ts'
import { applyMigrations } from '../apply-migrations.ts'
import { parseLoginName } from '../modules/people/public.ts'
import { loadRegionTable } from '../modules/people/regions/regions.seed.ts'
import { insertFirstAdministrator, platformExists } from './create-admin.queries.ts'
import { withDatabase } from './with-database.ts'
import type { Command, Shell } from './shell.ts'

const usage = 'npm run cli -- create-admin +86-13800000000 "Name of the person"'

/** Reads a line without echoing it. Returns an empty text if standard input ends without a line. */
const readLine = (): Promise<string> =>
  new Promise((resolve) => {
    const nowhere = new Writable({ write: (_bytes, _encoding, done) => done() })
    const lines = createInterface({
      input: process.stdin,
      output: nowhere,
      terminal: process.stdin.isTTY,
    })
    lines.once('line', (line) => {
      resolve(line)
      lines.close()
    })
    lines.once('close', () => resolve(''))
  })

const readPassword = async ({ env, print }: Shell): Promise<string> => {
  const given = env['ADMIN_PASSWORD']
  if (given !== undefined) return given
  if (!process.stdin.isTTY) return readLine()
  print('Password (8 to 16 letters and digits, not shown): ')
  const typed = await readLine()
  print('\n')
  return typed
}

/** Creates the account that runs the service and its first administrator; refused if one exists. */
export const createAdmin: Command = async ([typed = '', name], shell) => {
  const login = /^\+\d{1,4}-\d{5,14}$/.test(typed)
    ? parseLoginName(typed, { defaultCountryCode: '', countryCodes: [] })
    : null
  if (!login || !('phone' in login) || !name?.trim()) throw new StartFailure(usage, 64)
  const { phone } = login
  const password = await readPassword(shell)
  if (!NewPassword.safeParse(password).success)
    throw new StartFailure(
      'The password must be 8 to 16 letters and digits, with at least one of each.',
      65,
    )
  const fault = await findPasswordFault(password, [phone])
  if (fault)
    throw new StartFailure(
      fault === 'passwordCommon'
        ? 'The password is one of the most common ones; choose another.'
        : 'The password must not contain the phone number.',
      65,
    )
  return withDatabase(shell, async (db) => {
    await applyMigrations(db)
    await loadRegionTable(db)
    const passwordHash = await hashPassword(password)
    await tx(db, async (trx) => {
      if (await platformExists(trx))
        throw new StartFailure(
          'There is an administrator already; further ones are made in the console.',
        )
      await insertFirstAdministrator(trx, {
        phone,
        name: name.trim(),
        passwordHash,
        now: new Date(),
      })
    })
    shell.print(`${name} can sign in with ${phone}.\n`)
    return 0
  })
}

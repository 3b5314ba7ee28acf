import { sql, type Kysely } from 'kysely'
import { StartFailure } from '../config/start-failure.ts'
import { readWriteSettings } from './write-settings.queries.ts'

/** Reasons by error code of PostgreSQL or the operating system. */
const reasons: Readonly<Record<string, string>> = {
  'ECONNREFUSED': 'nothing answers there',
  'ENOTFOUND': 'there is no such host',
  'EAI_AGAIN': 'the name of the host cannot be looked up',
  'ETIMEDOUT': 'it does not answer in time',
  'EHOSTUNREACH': 'there is no way to the host',
  'ENETUNREACH': 'there is no way to the host',
  'ECONNRESET': 'it closed the connection',
  '28P01': 'the password is wrong',
  '28000': 'the user may not come in',
  '3D000': 'there is no such database',
  '53300': 'all its connections are taken',
  '57P03': 'it is starting or stopping',
}

type Failure = { code?: string; message?: string; errors?: readonly Failure[] }

/** The address, without the password. */
const describePlace = (url: string): string => {
  const { hostname, port, pathname, username } = new URL(url)
  return `${username && `${decodeURIComponent(username)}@`}${hostname || 'localhost'}:${port || 5432}${pathname}`
}

/** @throws StartFailure with a sentence if the database is unreachable */
export const requireDatabase = async <T>(db: Kysely<T>, url: string): Promise<void> => {
  try {
    await sql`select 1`.execute(db)
  } catch (error) {
    const failure = error as Failure
    // Connecting to a host with several addresses fails with one error for each.
    const code = failure.code ?? failure.errors?.[0]?.code ?? ''
    throw new StartFailure(
      `The database at ${describePlace(url)} cannot be reached: ${reasons[code] ?? failure.message ?? 'it gives no reason'}. DATABASE_URL says where it is.`,
    )
  }
}

/**
 * @throws StartFailure if the server confirms writes that a power failure may lose: devices would
 * delete what is not stored
 */
export const requireSyncedWrites = async <T>(db: Kysely<T>): Promise<void> => {
  const off = Object.entries(await readWriteSettings(db)).filter(([, value]) => value === 'off')
  if (off.length > 0)
    throw new StartFailure(
      `PostgreSQL may lose data that devices were told is stored: ${off.map(([name]) => name).join(', ')} ${off.length === 1 ? 'is' : 'are'} off. Switch ${off.length === 1 ? 'it' : 'them'} on, or accept the risk with POSTGRES_UNSAFE_ACK=1.`,
    )
}

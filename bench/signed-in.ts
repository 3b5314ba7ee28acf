// People of a benchmark, each with a session and its bearer token.
import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'

/** A manager of the account, who signs in on the host. */
export const insertSignedIn = async (
  client: Pick<pg.Client, 'query'>,
  accountId: string,
  host: string,
): Promise<string> => {
  const bearer = `sw_${randomBytes(32).toString('base64url')}`
  const { rows } = await client.query<{ id: string }>(
    `insert into app_user (id, account_id, email, name, user_type) values (gen_random_uuid(), $1, gen_random_uuid() || '@bench.example', 'Bench', 1) returning id`,
    [accountId],
  )
  await client.query(
    `insert into session (id, family, user_id, host, access_hash, access_until, refresh_hash, idle_until, absolute_until, remember, ip, user_agent)
     values (gen_random_uuid(), gen_random_uuid(), $1, $2, $3, now() + interval '1 day', $4, now() + interval '1 day', now() + interval '1 day', false, '127.0.0.1', 'bench')`,
    [rows[0]!.id, host, createHash('sha256').update(bearer).digest(), randomBytes(32)],
  )
  return bearer
}

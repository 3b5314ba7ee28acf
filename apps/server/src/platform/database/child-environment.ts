/**
 * Nothing of the caller's PG… variables may reach the server; messages in English, because they are
 * read.
 */
export const childEnvironment = (stalePid?: number): NodeJS.ProcessEnv => ({
  PATH: '/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
  // PostgreSQL regards a postmaster.pid as stale if it contains its own grandparent's number
  // (src/backend/utils/init/miscinit.c). We hold the folder's lock and have checked that this
  // process is none of the cluster's: another program has inherited the number.
  ...(stalePid ? { PG_GRANDPARENT_PID: String(stalePid) } : {}),
})

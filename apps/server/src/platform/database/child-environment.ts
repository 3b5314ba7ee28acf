/**
 * Nothing of the caller's PG… variables may reach the server; messages in English, because they are
 * read.
 */
export const childEnvironment = (stalePid?: number): NodeJS.ProcessEnv => ({
  PATH: '/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
  // PostgreSQL takes a postmaster.pid for stale if it names its own grandparent
  // (src/backend/utils/init/miscinit.c). We hold the folder's lock and have seen that this
  // process is none of the cluster's: the number has been inherited by another program.
  ...(stalePid ? { PG_GRANDPARENT_PID: String(stalePid) } : {}),
})

/**
 * Environment without the caller's PG… variables, which must not affect the server, and with
 * messages in English, because the program parses them.
 */
export const childEnvironment = (stalePid?: number): NodeJS.ProcessEnv => ({
  PATH: '/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
  // PostgreSQL regards a postmaster.pid as stale if it contains its own grandparent's process id
  // (src/backend/utils/init/miscinit.c). We hold the folder's lock and have checked that this
  // process does not belong to the cluster: another program has been assigned the same id.
  ...(stalePid ? { PG_GRANDPARENT_PID: String(stalePid) } : {}),
})

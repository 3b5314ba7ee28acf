// Bugs that a campaign must notice, planted in the program that it starts and nowhere else.

export type Plant = {
  name: string
  /** Below the root. */
  file: string
  /** Occurs in the file exactly once. */
  find: string
  replace: string
  environment?: Record<string, string>
  /** Kinds of faults under which it shows. */
  kinds: readonly string[]
  /** How many are enough. */
  faults: number
  /** What the campaign must find. */
  shows: 'lost' | 'doubled'
}

export const plants: readonly Plant[] = [
  {
    // Without fsync, PostgreSQL does not even start after a power failure: its postmaster.pid is empty.
    name: 'commits confirmed before they are synced',
    file: 'apps/server/src/platform/database/launch-server.ts',
    find: "synchronous_commit: 'on'",
    replace: "synchronous_commit: 'off'",
    // Otherwise the program refuses to start.
    environment: { POSTGRES_UNSAFE_ACK: '1' },
    kinds: ['power failure'],
    faults: 2,
    shows: 'lost',
  },
  {
    name: 'acknowledged before the append',
    file: 'apps/server/src/gateway/mqtt/message-intake.ts',
    find: 'await ingestLog.append(record)',
    replace: 'void ingestLog.append(record).catch(() => undefined)',
    kinds: ['program killed', 'power failure'],
    faults: 3,
    shows: 'lost',
  },
  {
    name: 'no idempotency key',
    file: 'apps/server/src/modules/money/lease-billing/enter-bill.ts',
    find: 'id: `${client.id} ${requestId}`',
    replace: 'id: `${client.id} ${requestId} ${performance.now()}`',
    kinds: ['connections cut', 'network partition'],
    faults: 24,
    shows: 'doubled',
  },
]

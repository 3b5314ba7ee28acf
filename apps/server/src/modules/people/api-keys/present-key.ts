import type { ApiKey } from '@swath/contract/people/api-keys'
import type { KeyListRow } from './api-keys.queries.ts'

export const presentKey = (row: KeyListRow): ApiKey => ({
  keyId: row.id,
  keyName: row.name,
  start: row.start,
  state: row.state,
  access: row.writes ? 'write' : 'read',
  screens: row.screens,
  rights: row.rights,
  droneIds: row.drone_ids ?? [],
  addresses: row.addresses,
  perMinute: row.per_minute,
  createdBy: row.user_name,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  revokedAt: row.revoked_at?.toISOString() ?? null,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  lastUsedIp: row.last_used_ip,
  can: { revoke: row.state === 'working' || row.state === 'paused' },
})

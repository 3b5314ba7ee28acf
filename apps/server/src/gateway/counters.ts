// Counters of the gateway since its start, for /metrics.
export type GatewayCounters = {
  messages: number
  bytes: number
  points: number
  /** Points and messages in quarantine, by reason. */
  quarantined: Record<string, number>
  refusedConnections: number
  takeovers: number
  identityConflicts: number
  floods: number
  withheld: number
  appends: number
  appendedRecords: number
  appendMs: number
  appendMaxMs: number
  /** Zone pages requested by drones, change notifications sent, and sets reported as held. */
  zonePages: number
  zoneNews: number
  zoneHolds: number
  /** Requests dropped because a drone sent too many. */
  zoneWordsDropped: number
  checkpoints: number
  checkpointMs: number
  recomputations: number
  recomputeMs: number
  /** Stored points read by recomputations. */
  recomputedPoints: number
}

export const createCounters = (): GatewayCounters => ({
  messages: 0,
  bytes: 0,
  points: 0,
  quarantined: {},
  refusedConnections: 0,
  takeovers: 0,
  identityConflicts: 0,
  floods: 0,
  withheld: 0,
  appends: 0,
  appendedRecords: 0,
  appendMs: 0,
  appendMaxMs: 0,
  zonePages: 0,
  zoneNews: 0,
  zoneHolds: 0,
  zoneWordsDropped: 0,
  checkpoints: 0,
  checkpointMs: 0,
  recomputations: 0,
  recomputeMs: 0,
  recomputedPoints: 0,
})

/** Flat names for /metrics, each with its unit. */
export const toMetrics = (counters: GatewayCounters): Record<string, number> => ({
  gateway_messages_total: counters.messages,
  gateway_received_bytes_total: counters.bytes,
  gateway_points_total: counters.points,
  gateway_refused_connections_total: counters.refusedConnections,
  gateway_takeovers_total: counters.takeovers,
  gateway_identity_conflicts_total: counters.identityConflicts,
  gateway_floods_total: counters.floods,
  gateway_withheld_messages_total: counters.withheld,
  gateway_appends_total: counters.appends,
  gateway_appended_records_total: counters.appendedRecords,
  gateway_append_seconds_total: counters.appendMs / 1000,
  gateway_append_longest_seconds: counters.appendMaxMs / 1000,
  gateway_zone_pages_total: counters.zonePages,
  gateway_zone_news_total: counters.zoneNews,
  gateway_zone_holds_total: counters.zoneHolds,
  gateway_zone_words_dropped_total: counters.zoneWordsDropped,
  gateway_checkpoints_total: counters.checkpoints,
  gateway_checkpoint_seconds_total: counters.checkpointMs / 1000,
  gateway_recomputations_total: counters.recomputations,
  gateway_recompute_seconds_total: counters.recomputeMs / 1000,
  gateway_recomputed_points_total: counters.recomputedPoints,
  ...Object.fromEntries(
    Object.entries(counters.quarantined).map(([reason, count]) => [
      `gateway_quarantined_${reason}_total`,
      count,
    ]),
  ),
})

// Messages refused at the MQTT endpoint are also written to the ingest log, with their first bytes.
import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock/clock.ts'
import type { IngestLog } from '../ingest-log/public.ts'
import type { RecordKind } from '../protocols/public.ts'

const sampleBytes = 4 * 1024

export const createQuarantine = ({
  clock,
  log,
  ingestLog,
}: {
  clock: Clock
  log: Logger
  ingestLog: IngestLog
}) => {
  const refuse = (
    droneId: string,
    kind: RecordKind,
    refusal: string,
    payload: Buffer,
  ): Promise<void> =>
    ingestLog.append({
      receivedAtMs: clock.now(),
      droneId,
      kind,
      refusal,
      bytes: payload.subarray(0, sampleBytes),
    })

  /**
   * Adds a quarantine note about a message whose handling is already decided; failing to store the
   * note does not change that.
   */
  const note = (droneId: string, kind: RecordKind, refusal: string, payload: Buffer): void => {
    refuse(droneId, kind, refusal, payload).catch((error: unknown) =>
      log.warn({ droneId, refusal, error }, 'A note for quarantine was lost'),
    )
  }

  return { refuse, note }
}

// The entry point of this module for other modules.
export { countForWorkbench } from './anomalies/alarm-desk.queries.ts'
export { leftArea, zoneName } from './anomalies/anomalies.queries.ts'
export { anomalyFor, oldestOpenFor } from './anomalies/anomaly-presenters.ts'
export { attachFiles, insertBulletinFile } from './bulletins/bulletin-files.queries.ts'
export { addressTo, listAddressed } from './bulletins/bulletin-recipients.queries.ts'
export { countUnreadFor, toReader, updateBulletinRow } from './bulletins/bulletins.queries.ts'
export { ensurePushKeys, pushKeyPurpose } from './push/push-sender.ts'

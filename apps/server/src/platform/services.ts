import type { Logger } from 'pino'
import type { Clock } from './clock/clock.ts'
import type { Config } from './config/config.ts'
import type { Db } from './database/database.ts'
import type { EventBus } from './events/events.ts'

/** Dependencies available to every feature; others are passed by name. */
export type Services = {
  config: Config
  db: Db
  /** A replica if one is configured, otherwise `db`. */
  readDb: Db
  clock: Clock
  events: EventBus
  log: Logger
}

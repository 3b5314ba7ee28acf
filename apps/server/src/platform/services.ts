import type { Logger } from 'pino'
import type { Clock } from './clock/clock.ts'
import type { Config } from './config/config.ts'
import type { Db } from './database/database.ts'
import type { EventBus } from './events/events.ts'

/** What every feature may use; anything more it is given by name. */
export type Services = {
  config: Config
  db: Db
  /** A replica where one is configured, else `db`. */
  readDb: Db
  clock: Clock
  events: EventBus
  log: Logger
}

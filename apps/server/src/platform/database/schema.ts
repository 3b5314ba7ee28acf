import type { AccountTables } from './schema/accounts.ts'
import type { AlarmTables } from './schema/alarms.ts'
import type { BulletinTables } from './schema/bulletins.ts'
import type { DroneTables } from './schema/drones.ts'
import type { FirmwareTables } from './schema/firmware.ts'
import type { FlightTables } from './schema/flights.ts'
import type { GearTables } from './schema/gear.ts'
import type { GeometryTables } from './schema/geometry.ts'
import type { GroupPlanTables } from './schema/group-plans.ts'
import type { IngestTables } from './schema/ingest.ts'
import type { JobTables } from './schema/jobs.ts'
import type { LandTables } from './schema/land.ts'
import type { LedgerTables } from './schema/ledger.ts'
import type { LeaseBillTables } from './schema/lease-bills.ts'
import type { LeasingTables } from './schema/leasing.ts'
import type { LogTables } from './schema/logs.ts'
import type { OrderTables } from './schema/orders.ts'
import type { SignInTables } from './schema/sign-in.ts'
import type { StatisticsTables } from './schema/statistics.ts'
import type { SubsidyTables } from './schema/subsidies.ts'
import type { SumTables } from './schema/sums.ts'
import type { TaskTables } from './schema/tasks.ts'
import type { TeamTables } from './schema/teams.ts'
import type { ZoneTables } from './schema/zones.ts'

/** Tables and columns as the migrations make them; a test compares the two. */
export interface Database
  extends
    AccountTables,
    AlarmTables,
    SignInTables,
    BulletinTables,
    DroneTables,
    LandTables,
    LeaseBillTables,
    LedgerTables,
    ZoneTables,
    IngestTables,
    FirmwareTables,
    FlightTables,
    GearTables,
    GeometryTables,
    GroupPlanTables,
    StatisticsTables,
    SubsidyTables,
    SumTables,
    TaskTables,
    TeamTables,
    LeasingTables,
    LogTables,
    OrderTables,
    JobTables {}

// `archive`: tracks of old months in Parquet files.
import { StartFailure } from '../platform/config/start-failure.ts'
import {
  aloneInMonth,
  archiveDueMonths,
  archiveMonth,
  listArchivedMonths,
  mayArchive,
  monthOf,
  readTrackRetention,
  restoreMonth,
  setTrackRetention,
  type Archived,
  type Month,
} from '../gateway/tracks/public.ts'
import type { Db } from '../platform/database/database.ts'
import { recordInLog } from './record-in-log.ts'
import type { Command, Shell } from './shell.ts'
import { withDatabase } from './with-database.ts'

const usage = `npm run cli -- archive list
npm run cli -- archive retention [MONTHS|off [MONTHS|never]]
npm run cli -- archive due
npm run cli -- archive month YYYY-MM
npm run cli -- archive restore YYYY-MM`

const command = 'archive'

const refuse = (message: string): never => {
  throw new StartFailure(`${message}\n${usage}`, 64)
}

const toMonth = (text: string | undefined): Month => {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(text ?? '')) refuse('Name a month, for example 2024-03.')
  return monthOf(new Date(`${text}-01T00:00:00Z`))
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
const describe = ({ files, flights, points, bytes }: Archived): string =>
  `files: ${files}, flights: ${flights}, points: ${points}, ${megabytes(bytes)}`

const nameOf = (month: Month): string => month.from.toISOString().slice(0, 7)

const list = async (db: Db, shell: Shell): Promise<number> => {
  const { archiveAfterMonths, deleteAfterMonths } = await readTrackRetention(db)
  shell.print(
    archiveAfterMonths === null
      ? 'Tracks stay in the database.\n'
      : `Tracks are archived after ${archiveAfterMonths} months, and ${deleteAfterMonths === null ? 'kept for ever' : `deleted after ${deleteAfterMonths}`}.\n`,
  )
  for (const { month, writing, unused, ...sum } of await listArchivedMonths(db))
    shell.print(
      `${month}  ${describe(sum)}${writing > 0 ? `, ${writing} being written` : ''}${unused > 0 ? `, ${unused} to be removed` : ''}\n`,
    )
  return 0
}

/** Null: never. */
const toMonths = (text: string, never: string): number | null => {
  if (text === never) return null
  const months = Number(text)
  return Number.isInteger(months) && months >= 1 && months <= 1200
    ? months
    : refuse(`Name a number of months from 1 to 1200, or ${never}.`)
}

const retention = async (
  db: Db,
  [archive, remove = 'never']: readonly string[],
  shell: Shell,
): Promise<number> => {
  if (archive === undefined) return list(db, shell)
  const archiveAfterMonths = toMonths(archive, 'off')
  const deleteAfterMonths = toMonths(remove, 'never')
  if (deleteAfterMonths !== null && deleteAfterMonths < (archiveAfterMonths ?? Infinity))
    refuse('Only archived tracks are deleted: name at least as many months.')
  const before = await readTrackRetention(db)
  const after = { archiveAfterMonths, deleteAfterMonths }
  await setTrackRetention(db, after)
  await recordInLog(db, {
    command,
    action: 'track.retention',
    name: `${archive}, ${remove}`,
    details: { before, after },
  })
  return list(db, shell)
}

const run = (db: Db, shell: Shell) => ({
  db,
  now: () => new Date(),
  onFile: (sum: Archived) => shell.print(`${describe(sum)}\n`),
})

const refuseBeforeEnd = (): never =>
  refuse('Programs that cannot read archives may still run: first "npm run cli -- finish-upgrade".')

const alone = async <T>(db: Db, month: Month, work: () => Promise<T>): Promise<T> =>
  (await aloneInMonth(db, month, work)) ??
  refuse(`Another process is archiving or restoring ${nameOf(month)}.`)

type Kept = Archived & { kept: number }

const tellArchived = async (
  db: Db,
  month: Month,
  { kept, ...sum }: Kept,
  shell: Shell,
): Promise<void> => {
  await recordInLog(db, { command, action: 'track.archive', name: nameOf(month), details: sum })
  shell.print(
    `Archived ${nameOf(month)}: ${describe(sum)}. ${kept} stretches stay in the database.\n`,
  )
}

const archive = async (db: Db, month: Month, shell: Shell): Promise<number> => {
  if (month.until > new Date()) refuse('The month has not ended.')
  if (!(await mayArchive(db))) refuseBeforeEnd()
  const sum = await alone(db, month, () => archiveMonth(run(db, shell), month))
  await tellArchived(db, month, sum, shell)
  return 0
}

const archiveDue = async (db: Db, shell: Shell): Promise<number> => {
  const isAllowed = await archiveDueMonths(run(db, shell), (month, sum) =>
    tellArchived(db, month, sum, shell),
  )
  return isAllowed ? 0 : refuseBeforeEnd()
}

const restore = async (db: Db, month: Month, shell: Shell): Promise<number> => {
  const sum = await alone(db, month, () => restoreMonth(run(db, shell), month))
  await recordInLog(db, { command, action: 'track.restore', name: nameOf(month), details: sum })
  shell.print(
    `Back in the database: ${describe(sum)}. If it is older than the retention, it is archived again after 30 days.\n`,
  )
  return 0
}

/** Each step can be interrupted and repeated. */
export const archiveTracks: Command = ([task, ...given], shell) =>
  withDatabase(
    shell,
    async (db) => {
      if (task === 'list') return list(db, shell)
      if (task === 'retention') return retention(db, given, shell)
      if (task === 'due') return archiveDue(db, shell)
      if (task === 'month') return archive(db, toMonth(given[0]), shell)
      if (task === 'restore') return restore(db, toMonth(given[0]), shell)
      return refuse('What is to be done?')
    },
    { alsoWhileRunning: true },
  )

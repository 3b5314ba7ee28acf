// Sends statistics by mail: at their time to each of their readers, with the data that the reader
// can see, in their language and unit.
import { z } from 'zod'
import { chartOfStat, countryOfMap } from '@swath/contract/figures/stat-shown'
import { listScreens } from '@swath/domain/access/policy'
import type { ChartArea } from '@swath/domain/stat-chart'
import { defaultAreaUnit } from '@swath/domain/units'
import { listOutlines } from '@swath/fixtures/first-level-outlines'
import { findRegion } from '@swath/fixtures/regions'
import type { Language } from '@swath/i18n/languages'
import { readCaller } from '../../../platform/auth/caller.ts'
import { findPersonById, type Person } from '../../../platform/auth/people.queries.ts'
import type { Themes } from '../../../platform/auth/themes.ts'
import { drawChart } from '../../../platform/charts/draw-chart.ts'
import { tx } from '../../../platform/database/database.ts'
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts'
import { createJob, type Job, type JobKind } from '../../../platform/jobs/job-kind.ts'
import type { Message, Messages } from '../../../platform/messages/messages.ts'
import type { Services } from '../../../platform/services.ts'
import { parseSettings } from '../../../platform/auth/person-settings.ts'
import { mailOf, settingsOf } from './data-stat-kind.ts'
import type { DataStatRow } from './data-stats.queries.ts'
import { nextMailing } from './mail-times.ts'
import { readStatFigures } from './stat-figures.ts'
import { buildMailPage, describeStat, labelsFor } from './stat-mail-page.ts'
import {
  deleteOldMailings,
  endMailing,
  findWaitingStat,
  lockDueStats,
  noteMailing,
  setNextMailing,
} from './stat-mail.queries.ts'

const Payload = z.object({ statId: z.string(), dueAt: z.iso.datetime(), userId: z.string() })

export const mailStatsKind: JobKind<z.infer<typeof Payload>> = {
  name: 'data-stats.mail',
  payload: Payload,
  triesAtMost: 5,
}
export const scheduleStatMailsKind: JobKind<object> = {
  name: 'data-stats.mail-due',
  payload: z.object({}),
  triesAtMost: 2,
  schedule: { hour: 'every', minute: 'every' },
}

const atATime = 50
const notedForMs = 60 * 86_400_000

/** Mailings that were due during a downtime are sent once, not once for each missed time. */
export const scheduleStatMailsJob = ({ db, clock }: Pick<Services, 'db' | 'clock'>): Job =>
  createJob(scheduleStatMailsKind, () =>
    tx(db, async (trx) => {
      const now = new Date(clock.now())
      for (const row of await lockDueStats(trx, now, atATime)) {
        const mail = mailOf(row)!
        const dueAt = row.mail_due_at!
        for (const userId of mail.userIds) {
          const mailing = { statId: row.id, dueAt, userId }
          if (await noteMailing(trx, mailing))
            await enqueueJob(trx, mailStatsKind, { ...mailing, dueAt: dueAt.toISOString() })
        }
        await setNextMailing(trx, row.id, nextMailing(mail, now.getTime(), row.time_zone))
      }
      await deleteOldMailings(trx, new Date(now.getTime() - notedForMs))
    }),
  )

type Deps = Pick<Services, 'db' | 'readDb' | 'clock'> & {
  themes: Pick<Themes, 'named'>
  messages: Messages
}

/** Areas of the map with their boundaries. `country`: see `countryOfMap`. */
const listAreas = (country: string | null | undefined, language: Language): ChartArea[] =>
  country === undefined
    ? []
    : listOutlines(country).map(({ code, parts }) => ({
        code,
        name: findRegion(code)?.names[language] ?? code,
        parts,
      }))

const compose = async (
  { db, readDb, clock, themes }: Deps,
  row: DataStatRow,
  person: Person,
  signal: AbortSignal,
): Promise<Pick<Message, 'template' | 'language' | 'values' | 'page'> | null> => {
  const theme = themes.named(person.theme)
  const caller = await readCaller(db, person)
  // People who have lost access to the screen no longer get mails.
  if (!listScreens(caller, theme).includes('data-stat-list')) return null
  const own = parseSettings(person)
  const language = own.language ?? theme.languages[0] ?? 'en'
  const settings = settingsOf(row)
  const reader = {
    language,
    areaUnit: settings.areaUnit ?? own.areaUnit ?? defaultAreaUnit(language),
  }
  const { scope, timeZone } = caller
  const figures = await readStatFigures(
    readDb,
    { scope, timeZone, language },
    settings,
    clock.now(),
  )
  const chart = chartOfStat(
    settings,
    figures,
    labelsFor(reader),
    listAreas(countryOfMap(settings, figures), language),
  )
  const picture = chart && (await drawChart(chart, language, { owner: row.account_id, signal }))
  const mailed = { name: row.name, product: theme.productName, figures, reader }
  return {
    template: 'dataStat',
    language,
    values: describeStat(mailed),
    page: buildMailPage(mailed, picture),
  }
}

export const mailStatsJob = (deps: Deps): Job =>
  createJob(mailStatsKind, async ({ statId, dueAt, userId }, { signal }) => {
    const { db, messages } = deps
    const mailing = { statId, dueAt: new Date(dueAt), userId }
    const row = await findWaitingStat(db, mailing)
    if (!row) return
    const person = await findPersonById(db, userId)
    const isReached = person?.enabled && person.accountId === row.account_id && person.email
    const message = isReached ? await compose(deps, row, person, signal) : null
    if (!message || !isReached) {
      await endMailing(db, mailing, { state: 'failed', reason: 'not-reached' })
      return
    }
    const sending = await messages.sendNow({ channel: 'mail', to: isReached, ...message })
    if (!sending.sent && sending.again) throw new Error(`not sent: ${sending.reason}`)
    await endMailing(
      db,
      mailing,
      sending.sent ? { state: 'sent', reason: null } : { state: 'failed', reason: sending.reason },
    )
  })

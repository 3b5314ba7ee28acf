// Warns the leader of a pilot's team and the people who manage the account's teams before a licence
// or insurance ends: 30 days before, 7 days before, and when it has ended.
import { z } from 'zod'
import { findPersonById, holdsRight } from '../../../platform/auth/people.queries.ts'
import { tx } from '../../../platform/database/database.ts'
import { labelsIn } from '../../../platform/http/messages.ts'
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts'
import { createJob, type Job, type JobKind } from '../../../platform/jobs/job-kind.ts'
import { sendToPerson, type SendDeps } from '../../../platform/messages/send-to-person.ts'
import type { Services } from '../../../platform/services.ts'
import { lockDueCertificates, noteWarned, peopleOfAccount } from './certificates.queries.ts'

const Payload = z.object({
  userId: z.string(),
  due: z.array(
    z.object({
      userName: z.string(),
      kind: z.enum(['licence', 'insurance']),
      validUntil: z.string(),
    }),
  ),
})

export const warnOfCertificatesKind: JobKind<object> = {
  name: 'certificates.warn',
  payload: z.object({}),
  triesAtMost: 10,
  // UTC; morning in the time zone of most users.
  schedule: { hour: 1, minute: 20 },
}
export const notifyOfCertificatesKind: JobKind<z.infer<typeof Payload>> = {
  name: 'certificates.tell',
  payload: Payload,
  triesAtMost: 6,
}

const atATime = 500
/** A message names at most this many, and gives the total. */
const namedAtMost = 5

export const warnOfCertificatesJob = ({ db, clock }: Pick<Services, 'db' | 'clock'>): Job =>
  createJob(warnOfCertificatesKind, async () => {
    const warnSome = (): Promise<number> =>
      tx(db, async (trx) => {
        const due = await lockDueCertificates(trx, new Date(clock.now()), atATime)
        for (const [accountId, ofAccount] of Map.groupBy(due, (one) => one.account_id))
          for (const userId of await peopleOfAccount(trx, accountId)) {
            const person = await findPersonById(trx, userId)
            if (!person?.enabled) continue
            const concerned = holdsRight(person, 'team.manage')
              ? ofAccount
              : ofAccount.filter((one) => one.leader_id === userId)
            if (concerned.length > 0)
              await enqueueJob(trx, notifyOfCertificatesKind, {
                userId,
                due: concerned.map((one) => ({
                  userName: one.user_name,
                  kind: one.kind,
                  validUntil: one.valid_until,
                })),
              })
          }
        await noteWarned(trx, due)
        return due.length
      })
    while ((await warnSome()) === atATime);
  })

export const notifyOfCertificatesJob = (deps: SendDeps): Job =>
  createJob(notifyOfCertificatesKind, ({ userId, due }) =>
    sendToPerson(deps, userId, (language) => {
      const label = labelsIn(language)
      const named = due
        .slice(0, namedAtMost)
        .map(
          ({ userName, kind, validUntil }) =>
            `${userName} (${label(`teams:${kind}`)}, ${validUntil.replaceAll('-', '/')})`,
        )
        .join(', ')
      return {
        template: 'certificatesEnd',
        values: {
          count: String(due.length),
          people: due.length > namedAtMost ? `${named} …` : named,
        },
      }
    }),
  )

// Licences and insurance of pilots, and their validity.
import {
  certificateList,
  type certificateRoutes,
  type PilotCertificate,
} from '@swath/contract/people/pilot-certificates'
import type { Caller } from '@swath/domain/access/caller'
import { createPlainChanges } from '../../../platform/change/plain-changes.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { listFile } from '../../../platform/listing/list-file.ts'
import type { Services } from '../../../platform/services.ts'
import { managesTeamsOf } from './team-presenters.ts'
import {
  certificateRows,
  deleteCertificate,
  findCertificate,
  insertCertificate,
  lockCertificate,
  updateCertificate,
  type CertificateFields,
  type CertificateRow,
} from './certificates.queries.ts'
import { findPeople } from './teams.queries.ts'

const toFields = (row: CertificateRow): CertificateFields => ({
  userId: row.user_id,
  kind: row.kind,
  certificateNo: row.number,
  validUntil: row.valid_until,
})

const present = (row: CertificateRow, caller: Caller): PilotCertificate => {
  const may = managesTeamsOf(caller, row.account_id)
  return {
    certificateId: row.id,
    ...toFields(row),
    userName: row.user_name,
    groupName: row.team_name,
    accountName: row.account_name,
    state: row.state,
    version: row.version,
    can: { update: may, delete: may },
  }
}

export const certificateHandlers = (services: Services): Handlers<typeof certificateRoutes> => {
  const { readDb, clock } = services
  const now = (): Date => new Date(clock.now())
  const { add, update, remove } = createPlainChanges(services, {
    kind: {
      type: 'certificate',
      lock: (trx, { caller }, id) => lockCertificate(trx, { scope: caller.scope, now: now() }, id),
      refusal: ({ caller }, row) => (managesTeamsOf(caller, row.account_id) ? null : 'forbidden'),
      identify: (row) => ({ id: row.id, name: row.user_name }),
      readVersion: (row) => row.version,
    },
    nameOf: ({ name }: CertificateFields & { name: string }) => name,
    toFields: (row) => ({ ...toFields(row), name: row.user_name }),
    insert: (trx, _context, id, fields) => insertCertificate(trx, id, fields),
    update: updateCertificate,
    remove: deleteCertificate,
    read: async (trx, { caller }, id) =>
      present(
        (await findCertificate(trx, { scope: caller.scope, now: now() }, id)) ?? fail('conflict'),
        caller,
      ),
  })
  /** The holder, who must belong to the own account; the name appears in the log. */
  const withName = async (caller: Caller, fields: CertificateFields) => {
    const [person] = await findPeople(services.db, caller.accountId, [fields.userId])
    return { ...fields, name: person?.name ?? fail('not_found') }
  }
  return {
    listCertificates: async ({ query }, { caller }) => {
      const asked = { scope: caller.scope, now: now() }
      const [page, stats] = await Promise.all([
        certificateRows.readPage(readDb, asked, query, (row) => present(row, caller)),
        certificateRows.countStates(readDb, asked, query),
      ])
      return { ...page, can: { create: caller.rights.includes('team.manage') }, stats }
    },
    exportCertificates: async ({ query }, context) =>
      listFile(certificateList, query, context, {
        rows: certificateRows.each(readDb, { scope: context.caller.scope, now: now() }, query),
        present: (row) => present(row, context.caller),
      }),
    addCertificate: async ({ body }, context) => add(context, await withName(context.caller, body)),
    updateCertificate: async ({ body: { certificateId: id, version, ...fields } }, context) =>
      update(context, { id, version }, await withName(context.caller, fields)),
    deleteCertificate: ({ params }, context) => remove(context, params.certificateId),
  }
}

// Certificates that a pilot needs to fly: licence and insurance, with expiry dates.
import { z } from 'zod'
import {
  IndexPage,
  RowVersion,
  SearchText,
  SeenVersion,
  filter,
  indexPaged,
  searchIn,
} from '../fields.ts'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { declareList } from '../list.ts'
import { countEach, fileOf } from '../list-calls.ts'

const route = routeWithTag('Teams')
const base = '/api/user/group/certificates'
const screens = ['team-list'] as const
const manage = { screens, right: 'team.manage' } as const

/** Days before expiry on which the first and the last warning about a certificate are sent. */
export const warnedDaysBefore = [30, 7] as const

export const certificateKinds = ['licence', 'insurance'] as const
export const certificateStates = ['ended', 'ending', 'valid'] as const

const fields = {
  userId: id('user').describe('User of the caller’s account'),
  kind: z.enum(certificateKinds),
  certificateNo: z.string().trim().max(60).default(''),
  validUntil: z.iso.date().describe('Last day of validity, YYYY-MM-DD'),
}
export const CertificateInput = z.object(fields)
export const CertificateChange = z.object({
  certificateId: id('certificate'),
  ...fields,
  version: SeenVersion,
})

export const PilotCertificate = z
  .object({
    certificateId: id('certificate'),
    ...fields,
    certificateNo: z.string(),
    userName: z.string(),
    groupName: z.string().nullable().describe('Team of the user; null if none'),
    accountName: z.string(),
    state: z
      .enum(certificateStates)
      .describe(
        'ended: expired; ending: expires within 30 days; valid: later. The current day is that of the account’s time zone',
      ),
    version: RowVersion,
    can: z.object({ update: z.boolean(), delete: z.boolean() }),
  })
  .meta({ id: 'PilotCertificate' })
export type PilotCertificate = z.infer<typeof PilotCertificate>

export const certificateList = declareList({
  name: 'pilot-certificates',
  call: 'listCertificates',
  fileCall: 'exportCertificates',
  row: PilotCertificate,
  rowKey: 'certificateId',
  paging: 'pageIndex',
  sortName: 'sortParam',
  defaultSort: 'validUntil',
  filters: {
    search: searchIn('userName', 'groupName', 'certificateNo'),
    userName: SearchText,
    groupName: SearchText,
    certificateNo: SearchText,
    kind: filter(z.enum(certificateKinds)),
    state: filter(z.enum([...certificateStates, 'due'])).describe('due: either ended or ending'),
  },
  columns: {
    userName: { label: 'terms:pilot', sort: true, phone: 'title' },
    groupName: { label: 'terms:team', phone: 'figure' },
    kind: {
      label: 'teams:certificateKind',
      kind: 'code',
      labels: { licence: 'teams:licence', insurance: 'teams:insurance' },
      phone: 'figure',
    },
    certificateNo: { label: 'teams:certificateNo' },
    validUntil: { label: 'teams:validUntil', sort: true, phone: 'figure' },
    state: {
      label: 'terms:state',
      kind: 'code',
      labels: { ended: 'teams:ended', ending: 'teams:endsSoon', valid: 'teams:valid' },
      phone: 'state',
    },
    accountName: { label: 'terms:account' },
  },
})

export const certificateRoutes = {
  listCertificates: route('GET', base, {
    policy: { screens },
    summary:
      'List the licences and insurance of users of the caller’s account and its sub-accounts',
    query: IndexPage.extend(certificateList.asked),
    out: indexPaged(PilotCertificate).extend({
      can: z.object({ create: z.boolean() }),
      stats: countEach(certificateStates).describe(
        'Counts by state; all filters except the state apply',
      ),
    }),
  }),
  exportCertificates: route('GET', `${base}/export`, {
    policy: { screens },
    summary: 'Export the filtered licences and insurance as CSV or XLSX',
    ...fileOf(certificateList),
  }),
  addCertificate: route('POST', base, {
    policy: manage,
    summary: 'Add a licence or insurance of a user of the caller’s account',
    body: CertificateInput,
    out: PilotCertificate,
    errors: ['not_found'],
  }),
  updateCertificate: route('PUT', base, {
    policy: manage,
    summary: 'Update a licence or insurance; warnings are sent again for a later expiry date',
    body: CertificateChange,
    out: PilotCertificate,
    errors: ['not_found', 'forbidden', 'conflict'],
  }),
  deleteCertificate: route('DELETE', `${base}/{certificateId}`, {
    policy: manage,
    summary: 'Delete a licence or insurance',
    params: z.object({ certificateId: id('certificate') }),
    errors: ['not_found', 'forbidden'],
  }),
}

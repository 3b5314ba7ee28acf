// Versions of the ground app: their list, and the version for a device to install.
import type { AppVersion, appVersionRoutes } from '@swath/contract/gear/app-versions'
import type { Caller } from '@swath/domain/access/caller'
import { compareVersionOrders, readVersionOrder } from '@swath/domain/app-version'
import { createDeviceCaller } from '../../../gateway/mqtt/public.ts'
import { createPlainChanges } from '../../../platform/change/plain-changes.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Services } from '../../../platform/services.ts'
import {
  appVersionRows,
  deleteVersion,
  findVersion,
  insertVersion,
  isVersionTaken,
  listCurrent,
  listOffered,
  lockVersion,
  updateVersion,
  type AppVersionFields,
  type AppVersionRow,
} from './app-versions.queries.ts'

const mayManage = ({ rights }: Caller): boolean => rights.includes('equipment.manage')

const toFields = (row: AppVersionRow): AppVersionFields => ({
  platform: row.platform,
  versionName: row.version_name,
  url: row.url,
  sha256: row.sha256 ?? '',
  notes: row.notes,
  isMinimum: row.is_minimum,
  order: row.version_order,
})

const present = (row: AppVersionRow, caller: Caller): AppVersion => {
  const { order: _order, ...fields } = toFields(row)
  const may = mayManage(caller)
  return {
    appVersionId: row.id,
    ...fields,
    state: row.state,
    accountName: row.account_name,
    publishedAt: row.published_at.toISOString(),
    version: row.version,
    can: { update: may, delete: may },
  }
}

const ordered = (
  fields: Omit<AppVersionFields, 'order'>,
): AppVersionFields & { order: number[] } => ({
  ...fields,
  order: readVersionOrder(fields.versionName) ?? fail('invalid_input'),
})

type Offered = Awaited<ReturnType<typeof listOffered>>

/** The version to install, and the minimum version. */
const answerDevice = (offered: Offered, appVersion: string) => {
  const own = readVersionOrder(appVersion)
  const [newest] = offered
  const minimum = offered.find(({ is_minimum }) => is_minimum)
  const isBelow = (than: Offered[number] | undefined): boolean =>
    than !== undefined && (own === null || compareVersionOrders(own, than.version_order) < 0)
  return {
    newest: newest
      ? {
          versionName: newest.version_name,
          url: newest.url,
          sha256: newest.sha256 ?? '',
          notes: newest.notes,
          publishedAt: newest.published_at.toISOString(),
        }
      : null,
    minimum: minimum?.version_name ?? null,
    isNewer: isBelow(newest),
    mustUpdate: isBelow(minimum),
  }
}

export const appVersionHandlers = (services: Services): Handlers<typeof appVersionRoutes> => {
  const { db, readDb, clock } = services
  const askingDrone = createDeviceCaller(services)
  const { add, update, remove } = createPlainChanges(services, {
    kind: {
      type: 'app-version',
      lock: (trx, { caller }, id) => lockVersion(trx, caller.scope, id),
      refusal: ({ caller }) => (mayManage(caller) ? null : 'forbidden'),
      identify: (row) => ({ id: row.id, name: row.version_name }),
      readVersion: (row) => row.version,
    },
    nameOf: (fields) => fields.versionName,
    toFields,
    insert: async (trx, { caller: { accountId } }, id, fields: AppVersionFields) => {
      if (await isVersionTaken(trx, { id, accountId, ...fields })) fail('app_version_taken')
      await insertVersion(trx, { id, accountId, now: new Date(clock.now()), ...fields })
    },
    update: async (trx, id, fields) => {
      const { account_id: accountId } =
        (await findVersion(trx, { kind: 'all' }, id)) ?? fail('conflict')
      if (await isVersionTaken(trx, { id, accountId, ...fields })) fail('app_version_taken')
      await updateVersion(trx, id, fields)
    },
    remove: deleteVersion,
    read: async (trx, { caller }, id) =>
      present((await findVersion(trx, caller.scope, id)) ?? fail('conflict'), caller),
  })
  return {
    listAppVersions: async ({ query }, { caller }) => {
      const [page, current] = await Promise.all([
        appVersionRows.readPage(readDb, caller.scope, query, (row) => present(row, caller)),
        listCurrent(readDb, caller),
      ])
      return {
        ...page,
        current: current.map((row) => ({
          platform: row.platform,
          versionName: row.version_name,
          publishedAt: row.published_at.toISOString(),
          accountName: row.account_name,
          isOwn: row.is_own,
          minimumName: row.minimum_name,
        })),
        can: { create: mayManage(caller) },
      }
    },
    addAppVersion: ({ body }, context) => add(context, ordered(body)),
    updateAppVersion: ({ body: { appVersionId: id, version, ...fields } }, context) =>
      update(context, { id, version }, ordered(fields)),
    deleteAppVersion: ({ params }, context) => remove(context, params.appVersionId),
    readAppVersion: async ({ query }, context) => {
      const droneId = await askingDrone(context)
      return answerDevice(await listOffered(db, droneId, query.platform), query.appVersion)
    },
  }
}

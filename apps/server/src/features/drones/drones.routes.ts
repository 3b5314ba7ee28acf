import { createHash, randomBytes } from 'node:crypto'
import type { droneRoutes, DroneRow } from '@swath/contract/drones'
import type { Caller } from '@swath/domain/access/caller'
import { dronePowers } from '@swath/domain/access/drone-powers'
import { fromMu, muFromM2 } from '@swath/domain/units'
import type { Language } from '@swath/i18n/languages'
import { recordAudit } from '../../platform/audit/audit.ts'
import { changeBy } from '../../platform/audit/caller-change.ts'
import { tx } from '../../platform/database/database.ts'
import { uuidv7 } from '../../platform/database/uuid.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { fail } from '../../platform/http/fail.ts'
import { wordsIn, type WordKey } from '../../platform/http/messages.ts'
import { areaUnitWords } from '../../platform/listing/area-unit-words.ts'
import { csvStream, figure } from '../../platform/listing/csv.ts'
import { regionPath } from '../../platform/regions/region-path.ts'
import type { Services } from '../../platform/services.ts'
import {
  credentialsOf, droneSums, eachDrone, findDrone, findModel, findOperator, insertDrone, manufacturersFor, modelsFor, operatorsFor, pageOfDrones, quarantineOf,
  rentalModelsFor, rotateCredential, type DroneRecord,
} from './drones.queries.ts'

const activationWords = {
  0: 'server:value.activation0', 1: 'server:value.activation1', 2: 'server:value.activation2',
} as const satisfies Record<DroneRow['activation'], WordKey>

/** The older credential goes on working this long, so that a drone in the field can be told the new one. */
const overlapMs = 24 * 3_600_000

/** Governments watch; they register and equip nothing. */
const equips = (caller: Caller): boolean => caller.rights.includes('equipment.manage') && caller.scope.kind !== 'region'

const powersOver = (caller: Caller, drone: Pick<DroneRecord, 'manufacturer_id' | 'operator_id' | 'tenant_id'>) =>
  dronePowers(caller, { manufacturerId: drone.manufacturer_id, operatorId: drone.operator_id, tenantId: drone.tenant_id })

const present = (row: DroneRecord, caller: Caller, language: Language): DroneRow => ({
  droneId: row.id, droneName: row.name, flyModelId: row.model_id, modelName: row.model_name,
  zzAccountId: row.manufacturer_id, zzAccountName: row.manufacturer_name, yyAccountId: row.operator_id, yyAccountName: row.operator_name,
  tenantAccountName: row.tenant_name, regMark: row.reg_mark, rackNo: row.rack_no, zzDroneNum: row.manufacturer_number, buyer: row.buyer,
  deviceType: row.device_type, saleType: row.sale_type, rentalModel: row.rental_model, sprayWidth: row.spray_width_m, activation: row.activation,
  locked: row.locked, flight: row.flight, lastMessageAt: row.last_message_at?.toISOString() ?? null,
  regionCode: row.region_code, region: regionPath(row.region_code, language),
  sortieCount: row.sortie_count ?? 0, workArea: muFromM2(row.covered_m2 ?? 0), flightTimeS: row.duration_s ?? 0, sprayL: row.spray_l ?? 0,
  lastSortieAt: row.last_sortie_at?.toISOString() ?? null,
  can: powersOver(caller, row),
})

export const droneHandlers = ({ db, readDb, clock, events, config }: Services, mqtt: { port: () => number }): Handlers<typeof droneRoutes> => {
  const now = () => new Date(clock.now())
  return {
    listDrones: async ({ query }, { caller, language }) => {
      const at = now()
      const [rows, sums] = await Promise.all([pageOfDrones(readDb, caller.scope, query, query, at), droneSums(readDb, caller.scope, query, at)])
      return {
        items: rows.map((row) => present(row, caller, language)), total: sums.total, currentPage: query.currentPage, pageSize: query.pageSize,
        stats: { total: sums.total, workArea: muFromM2(sums.covered_m2), zzNum: sums.manufacturers, sortieCount: sums.sortie_count, modelNum: sums.models },
      }
    },

    exportDrones: async ({ query }, { caller, language, setHeader, signal }) => {
      setHeader('content-disposition', 'attachment; filename="drones.csv"')
      setHeader('content-type', 'text/csv; charset=utf-8')
      const word = wordsIn(language)
      const header = [
        word('server:column.droneId'), word('server:column.droneName'), word('server:column.modelName'), word('server:column.manufacturer'),
        word('server:column.operator'), word('server:column.region'), word('server:column.activation'), word('server:column.sprayWidth'),
        word('server:column.sorties'), word('server:column.workArea', { unit: word(areaUnitWords[query.areaUnit]) }), word('server:column.flightTime'),
        word('server:column.spray'), word('server:column.lastSortie', { zone: caller.timeZone }),
      ]
      const rows = async function* () {
        for await (const row of eachDrone(readDb, caller.scope, query, now())) {
          yield [row.id, row.name, row.model_name, row.manufacturer_name, row.operator_name, regionPath(row.region_code, language).join('/'),
            word(activationWords[row.activation]), row.spray_width_m, row.sortie_count ?? 0, figure(fromMu(muFromM2(row.covered_m2 ?? 0), query.areaUnit)),
            figure((row.duration_s ?? 0) / 3600, 1), figure(row.spray_l ?? 0), row.last_sortie_at]
        }
      }
      return csvStream(header, rows(), { timeZone: caller.timeZone, signal })
    },

    getDrone: async ({ query }, { caller, language }) => {
      const row = await findDrone(readDb, caller.scope, query.droneId, now()) ?? fail('not_found')
      const [credentials, kept] = await Promise.all([powersOver(caller, row).issueCredential ? credentialsOf(readDb, row.id) : null, quarantineOf(readDb, row.id, now())])
      return {
        ...present(row, caller, language), firmware: row.firmware, createdAt: row.created_at.toISOString(),
        credentials: credentials && credentials.map((credential) => ({
          id: credential.id, createdAt: credential.created_at.toISOString(), expiresAt: credential.expires_at?.toISOString() ?? null,
          lastUsedAt: credential.last_used_at?.toISOString() ?? null,
        })),
        quarantine: kept.map(({ reason, count, last_at }) => ({ reason, count: Number(count), lastAt: last_at.toISOString() })),
      }
    },

    addDrone: async ({ body }, context) => {
      const { caller, language } = context
      if (!equips(caller)) fail('forbidden')
      const model = await findModel(db, caller.scope, body.flyModelId) ?? fail('not_found')
      const wanted = body.yyAccountId ?? (caller.accountType === 'operator' ? caller.accountId : null)
      const operator = wanted === null ? null : await findOperator(db, caller.scope, wanted) ?? fail('not_found')
      await tx(db, async (trx) => {
        const drone = {
          id: body.droneId, name: body.droneName, modelId: model.id, manufacturerId: model.manufacturer_id, operatorId: operator?.id ?? null,
          regionCode: operator?.region_code ?? caller.regionCode, sprayWidthM: model.swath_width_m, now: now(),
        }
        if (!await insertDrone(trx, drone)) fail('drone_exists', { droneId: body.droneId })
        await recordAudit(trx, changeBy(context, clock.now(), 'drone.add', { type: 'drone', id: drone.id, name: drone.name }, body))
      })
      events.emit('dronesChanged', { droneIds: [body.droneId] })
      return present(await findDrone(db, caller.scope, body.droneId, now()) ?? fail('not_found'), caller, language)
    },

    issueCredential: async ({ params }, context) => {
      const { caller } = context
      const drone = await findDrone(db, caller.scope, params.droneId, now()) ?? fail('not_found')
      if (!powersOver(caller, drone).issueCredential) fail('forbidden')
      const password = randomBytes(32).toString('base64url')
      const previousUntil = new Date(clock.now() + overlapMs)
      const { hadOlder } = await tx(db, async (trx) => {
        const rotated = await rotateCredential(trx, {
          droneId: drone.id, id: uuidv7(clock.now()), secretHash: createHash('sha256').update(password).digest(), createdBy: caller.userId, now: now(), previousUntil,
        })
        await recordAudit(trx, changeBy(context, clock.now(), 'drone.issue-credential', { type: 'drone', id: drone.id, name: drone.name }))
        return rotated
      })
      events.emit('credentialsChanged', { droneId: drone.id })
      const mqttHost = ['0.0.0.0', '::'].includes(config.host) ? context.host : config.host
      return { username: drone.id, password, mqttHost, mqttPort: mqtt.port(), previousValidUntil: hadOlder ? previousUntil.toISOString() : null }
    },

    listDroneModels: async ({ query }, { caller }) => ({
      items: (await modelsFor(readDb, caller.scope, query.modelName)).map((model) => ({
        flyModelId: model.id, modelName: model.name, zzAccountId: model.manufacturer_id, zzAccountName: model.manufacturer_name,
        sprayWidth: model.swath_width_m, tankL: model.tank_l,
      })),
    }),
    listManufacturers: async (_input, { caller }) => ({
      items: (await manufacturersFor(readDb, caller.scope)).map(({ id, name }) => ({ accountId: id, accountName: name })),
    }),
    listOperators: async ({ query }, { caller }) => ({
      items: (await operatorsFor(readDb, caller.scope, query.accountName)).map(({ id, name }) => ({ accountId: id, accountName: name })),
    }),
    getRentalModels: async (_input, { caller }) => ({
      items: (await rentalModelsFor(readDb, [caller.accountId])).flatMap(({ rental_model }) => (rental_model === null ? [] : [rental_model])),
    }),
  }
}

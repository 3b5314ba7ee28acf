import type { DroneRow } from '@swath/contract/fleet/drone-list'
import type { Caller } from '@swath/domain/access/caller'
import { droneAbilities, type DroneAbilities } from '@swath/domain/access/drone-abilities'
import { muFromM2 } from '@swath/domain/units'
import type { Language } from '@swath/i18n/languages'
import { regionPath } from '../../../platform/regions/region-path.ts'
import type { DroneRecord } from './drones.queries.ts'

export const abilitiesOver = (
  caller: Caller,
  drone: Pick<DroneRecord, 'manufacturer_id' | 'operator_id' | 'tenant_id'>,
): DroneAbilities =>
  droneAbilities(caller, {
    manufacturerId: drone.manufacturer_id,
    operatorId: drone.operator_id,
    tenantId: drone.tenant_id,
  })

export const presentDrone = (row: DroneRecord, caller: Caller, language: Language): DroneRow => ({
  droneId: row.id,
  droneName: row.name,
  flyModelId: row.model_id,
  modelName: row.model_name,
  zzAccountId: row.manufacturer_id,
  zzAccountName: row.manufacturer_name,
  yyAccountId: row.operator_id,
  yyAccountName: row.operator_name,
  tenantAccountName: row.tenant_name,
  regMark: row.reg_mark,
  rackNo: row.rack_no,
  zzDroneNum: row.manufacturer_number,
  buyer: row.buyer,
  deviceType: row.device_type,
  saleType: row.sale_type,
  rentalModel: row.rental_model,
  firmware: row.firmware,
  sprayWidth: row.swath_width_m,
  activation: row.activation,
  locked: row.locked,
  flight: row.flight,
  simulated: row.flight !== 'offline' && row.simulating === true,
  lastMessageAt: row.last_message_at?.toISOString() ?? null,
  lng: row.lng,
  lat: row.lat,
  regionCode: row.region_code,
  region: regionPath(row.region_code, language),
  sortieCount: row.sortie_count ?? 0,
  workArea: muFromM2(row.covered_m2 ?? 0),
  flightTimeS: row.duration_s ?? 0,
  sprayL: row.spray_l ?? 0,
  lastSortieAt: row.last_sortie_at?.toISOString() ?? null,
  version: row.version,
  can: abilitiesOver(caller, row),
})

import type { Moment } from './testing-flight.ts'
import { concat, packed, padded } from './testing-flight.ts'

const FORMATS = [
  'vehicle_gps_position:uint64_t timestamp;uint64_t time_utc_usec;double latitude_deg;double longitude_deg;float vel_m_s;float cog_rad;uint8_t fix_type;uint8_t satellites_used;uint8_t[6] _padding0;',
  'battery_status:uint64_t timestamp;float voltage_v;float current_a;float discharged_mah;float remaining;float temperature;uint16_t cycle_count;bool connected;uint8_t[1] _padding0;',
  'vehicle_status:uint64_t timestamp;uint8_t nav_state;uint8_t arming_state;uint8_t system_type;uint8_t system_id;',
  'vehicle_land_detected:uint64_t timestamp;bool landed;',
  'distance_sensor:uint64_t timestamp;float current_distance;uint8_t orientation;',
  'vehicle_command:uint64_t timestamp;uint32_t command;float param1;',
  // nested on purpose: the inner format is defined after the outer one
  'esc_status:uint64_t timestamp;esc_report[2] esc;',
  'esc_report:uint32_t esc_rpm;float esc_voltage_v;',
  'rc_channels:uint64_t timestamp;float[4] channels;',
]
const TOPICS = [
  'vehicle_gps_position',
  'battery_status',
  'vehicle_status',
  'vehicle_land_detected',
  'distance_sensor',
  'vehicle_command',
  'esc_status',
  'rc_channels',
]

export function ulogMessage(type: string, body: Uint8Array): Uint8Array {
  return concat([packed('u16 u8', body.length, type.charCodeAt(0)), body])
}

const text = (words: string) => new TextEncoder().encode(words)

function info(key: string, value: Uint8Array): Uint8Array {
  return ulogMessage('I', concat([Uint8Array.of(key.length), text(key), value]))
}

/**
 * Header, flags, formats, infos, subscriptions. `appendedAt` names an offset where more data was
 * appended.
 */
export function ulogHead(startUs = 20_000_000, appendedAt = 0): Uint8Array[] {
  const header = concat([
    Uint8Array.of(0x55, 0x4c, 0x6f, 0x67, 0x01, 0x12, 0x35, 1),
    packed('u64', startUs),
  ])
  const flags = ulogMessage(
    'B',
    concat([
      new Uint8Array(8),
      Uint8Array.of(appendedAt > 0 ? 1 : 0),
      new Uint8Array(7),
      packed('u64 u64 u64', appendedAt, 0, 0),
    ]),
  )
  return [
    header,
    flags,
    ...FORMATS.map((format) => ulogMessage('F', text(format))),
    info('char[20] ver_hw', padded('CUBEPILOT_CUBEORANGE', 20)),
    info('char[12] sys_uuid', padded('00320028AB12', 12)),
    info('uint32_t ver_sw_release', packed('u32', 0x010e_03ff)),
    ...TOPICS.map((topic, id) => ulogMessage('A', concat([packed('u8 u16', 0, id), text(topic)]))),
  ]
}

export function ulogRecords(flight: readonly Moment[]): Uint8Array[] {
  const records: Uint8Array[] = []
  const data = (id: number, body: Uint8Array) =>
    records.push(ulogMessage('D', concat([packed('u16', id), body])))
  let pump = false
  for (const [i, moment] of flight.entries()) {
    const us = moment.bootMs * 1000
    if (moment.pumpOn !== pump) {
      pump = moment.pumpOn
      data(5, packed('u64 u32 f32', us, 216, pump ? 1 : 0))
    }
    data(4, packed('u64 f32 u8', us, moment.heightM, 25))
    data(6, packed('u64 u32 f32 u32 f32', us, 4000 + i, 48, 4100, 48))
    if (i % 5 === 0) {
      data(
        1,
        packed(
          'u64 f32 f32 f32 f32 f32 u16 u8',
          us,
          moment.volts,
          25,
          i,
          moment.percent / 100,
          31,
          17,
          1,
        ),
      )
      data(2, packed('u64 u8 u8 u8 u8', us, 3, i >= 15 && i < flight.length - 5 ? 2 : 1, 13, 1))
      data(3, packed('u64 u8', us, moment.heightM > 0.3 ? 0 : 1))
    }
    // the padding at the end is not logged
    data(
      0,
      packed(
        'u64 u64 f64 f64 f32 f32 u8 u8',
        us,
        moment.clockUnset ? 0 : moment.tMs * 1000,
        moment.nowhere ? 0 : moment.lat,
        moment.nowhere ? 0 : moment.lng,
        moment.speedMs,
        (moment.headingDeg * Math.PI) / 180,
        moment.nowhere ? 1 : 6,
        22,
      ),
    )
    if (i % 100 === 0)
      records.push(ulogMessage('S', Uint8Array.of(0x2f, 0x73, 0x13, 0x20, 0x25, 0x0c, 0xbb, 0x12)))
    if (i === 200)
      records.push(
        ulogMessage('O', packed('u16', 35)),
        ulogMessage(
          'L',
          concat([Uint8Array.of(54), packed('u64', us), text('[commander] Takeoff detected')]),
        ),
      )
  }
  return records
}

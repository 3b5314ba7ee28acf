import { message, type MavlinkMessage } from './message-layout.ts'

/**
 * Message ids, layouts and CRC_EXTRA of common.xml and minimal.xml (github.com/mavlink/mavlink,
 * message_definitions/v1.0); RANGEFINDER of ardupilotmega.xml. Each CRC_EXTRA was also computed
 * from the definition by the rule of mavlink.io/en/guide/serialization.html.
 */
export const MESSAGES: ReadonlyMap<number, MavlinkMessage> = new Map([
  [
    0,
    message(
      'HEARTBEAT',
      50,
      'custom_mode:u32 type:u8 autopilot:u8 base_mode:u8 system_status:u8 mavlink_version:u8',
    ),
  ],
  [
    1,
    message(
      'SYS_STATUS',
      124,
      'present:u32 enabled:u32 health:u32 load:u16:%:0.1 voltage_battery:u16:V:0.001 current_battery:i16:A:0.01 drop_rate_comm:u16:%:0.01 errors_comm:u16 errors_count1:u16 errors_count2:u16 errors_count3:u16 errors_count4:u16 battery_remaining:i8:%',
    ),
  ],
  [2, message('SYSTEM_TIME', 137, 'time_unix_usec:u64 time_boot_ms:u32')],
  [
    22,
    message(
      'PARAM_VALUE',
      220,
      'param_value:f32 param_count:u16 param_index:u16 param_id:text[16] param_type:u8',
    ),
  ],
  [
    24,
    message(
      'GPS_RAW_INT',
      24,
      'time_usec:u64 lat:i32:deg:1e-7 lon:i32:deg:1e-7 alt:i32:m:0.001 eph:u16::0.01 epv:u16::0.01 vel:u16:m/s:0.01 cog:u16:deg:0.01 fix_type:u8 satellites_visible:u8',
    ),
  ],
  [
    30,
    message(
      'ATTITUDE',
      39,
      'time_boot_ms:u32 roll:f32:rad pitch:f32:rad yaw:f32:rad rollspeed:f32:rad/s pitchspeed:f32:rad/s yawspeed:f32:rad/s',
    ),
  ],
  [
    33,
    message(
      'GLOBAL_POSITION_INT',
      104,
      'time_boot_ms:u32 lat:i32:deg:1e-7 lon:i32:deg:1e-7 alt:i32:m:0.001 relative_alt:i32:m:0.001 vx:i16:m/s:0.01 vy:i16:m/s:0.01 vz:i16:m/s:0.01 hdg:u16:deg:0.01',
    ),
  ],
  [
    36,
    message(
      'SERVO_OUTPUT_RAW',
      222,
      'time_usec:u32 servo1_raw:u16:us servo2_raw:u16:us servo3_raw:u16:us servo4_raw:u16:us servo5_raw:u16:us servo6_raw:u16:us servo7_raw:u16:us servo8_raw:u16:us port:u8 servo9_raw:u16:us servo10_raw:u16:us servo11_raw:u16:us servo12_raw:u16:us servo13_raw:u16:us servo14_raw:u16:us servo15_raw:u16:us servo16_raw:u16:us',
    ),
  ],
  [42, message('MISSION_CURRENT', 28, 'seq:u16')],
  [
    74,
    message(
      'VFR_HUD',
      20,
      'airspeed:f32:m/s groundspeed:f32:m/s alt:f32:m climb:f32:m/s heading:i16:deg throttle:u16:%',
    ),
  ],
  [
    76,
    message(
      'COMMAND_LONG',
      152,
      'param1:f32 param2:f32 param3:f32 param4:f32 param5:f32 param6:f32 param7:f32 command:u16 target_system:u8 target_component:u8 confirmation:u8',
    ),
  ],
  [
    132,
    message(
      'DISTANCE_SENSOR',
      85,
      'time_boot_ms:u32 min_distance:u16:m:0.01 max_distance:u16:m:0.01 current_distance:u16:m:0.01 type:u8 id:u8 orientation:u8 covariance:u8',
    ),
  ],
  [
    136,
    message(
      'TERRAIN_REPORT',
      1,
      'lat:i32:deg:1e-7 lon:i32:deg:1e-7 terrain_height:f32:m current_height:f32:m spacing:u16 pending:u16 loaded:u16',
    ),
  ],
  [
    147,
    message(
      'BATTERY_STATUS',
      154,
      'current_consumed:i32:mAh energy_consumed:i32:hJ temperature:i16:°C:0.01 voltages:u16[10]:V:0.001 current_battery:i16:A:0.01 id:u8 battery_function:u8 type:u8 battery_remaining:i8:%',
    ),
  ],
  [
    148,
    message(
      'AUTOPILOT_VERSION',
      178,
      'capabilities:u64 uid:u64 flight_sw_version:u32 middleware_sw_version:u32 os_sw_version:u32 board_version:u32 vendor_id:u16 product_id:u16 flight_custom_version:u8[8] middleware_custom_version:u8[8] os_custom_version:u8[8]',
    ),
  ],
  [173, message('RANGEFINDER', 83, 'distance:f32:m voltage:f32:V')],
  [245, message('EXTENDED_SYS_STATE', 130, 'vtol_state:u8 landed_state:u8')],
  [251, message('NAMED_VALUE_FLOAT', 170, 'time_boot_ms:u32 value:f32 name:text[10]')],
  [253, message('STATUSTEXT', 83, 'severity:u8 text:text[50]')],
])

/**
 * Extensions are no part of the checksum's seed nor of version 1; only SERVO_OUTPUT_RAW's are read
 * here.
 */
export const MINIMAL_LENGTHS: ReadonlyMap<number, number> = new Map([[36, 21]])

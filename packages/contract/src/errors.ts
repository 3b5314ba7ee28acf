import { z } from 'zod'
import { notARow } from './ids.ts'

/**
 * Every error that leaves the server: code → HTTP status. The sentence for people is
 * under `server.error` of packages/i18n in the language of the request; `details` of
 * `invalid_input` name the field.
 */
export const errorStatus = {
  invalid_input: 400,
  malformed_body: 400,
  unauthenticated: 401,
  sign_in_failed: 401,
  captcha_wrong: 400,
  refresh_rejected: 401,
  console_not_for_pilots: 403,
  account_disabled: 403,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  in_use: 409,
  job_running: 409,
  drone_exists: 409,
  number_refused: 409,
  drone_locked: 409,
  drone_leased: 409,
  drone_activated: 409,
  table_unreadable: 400,
  table_too_long: 400,
  table_without_columns: 400,
  import_has_mistakes: 400,
  file_unreadable: 400,
  too_many_files: 409,
  device_refused: 401,
  file_empty: 400,
  logs_full: 409,
  model_name_taken: 409,
  models_of_two_makers: 409,
  range_taken: 409,
  range_holds_others: 409,
  number_of_a_model: 409,
  command_sent: 409,
  code_wrong: 400,
  message_not_sent: 503,
  login_taken: 409,
  beyond_own_rights: 403,
  last_super_admin: 409,
  not_yourself: 409,
  domain_taken: 409,
  tag_taken: 409,
  vendor_number_taken: 409,
  master_key_missing: 503,
  application_open: 409,
  application_closed: 409,
  one_file: 400,
  image_unreadable: 400,
  image_too_large: 413,
  zone_self_crossing: 400,
  zone_hole_outside: 400,
  zone_too_large: 400,
  plot_crossing: 400,
  plot_hole_outside: 400,
  plot_parts_overlap: 400,
  plot_too_large: 400,
  plot_too_small: 400,
  plot_overlaps: 409,
  plot_has_work: 409,
  no_plot_selected: 400,
  tracks_all_cached: 400,
  nothing_to_export: 404,
  too_many_sorties: 400,
  log_too_large: 413,
  logs_waiting: 409,
  log_piece_wrong: 400,
  log_not_ready: 409,
  log_without_drone: 409,
  log_without_flight: 409,
  payload_too_large: 413,
  work_too_slow: 413,
  work_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  request_timeout: 408,
  internal: 500,
  unavailable: 503,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errorStatus

export const ErrorBody = z
  .object({
    code: z.string(),
    message: z
      .string()
      .describe('In the language of the request; may be shown to a person as it is'),
    details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    traceId: notARow('Of the request', z.string()),
  })
  .meta({ id: 'Error' })
export type ErrorBody = z.infer<typeof ErrorBody>

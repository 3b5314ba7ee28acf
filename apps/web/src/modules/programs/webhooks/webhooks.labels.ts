import type { Delivery, Webhook } from '@swath/contract/programs/webhooks'
import type { ChangeType } from '@swath/contract/programs/change-types'

export const webhooksPath = '/institution_manage/account-detail/webhooks'

export const webhookTones = {
  'working': 'good',
  'failing': 'bad',
  'off': undefined,
  'key-ended': 'waiting',
} as const satisfies Record<Webhook['state'], string | undefined>

export const deliveryTones = {
  waiting: 'waiting',
  delivered: 'good',
  failed: 'bad',
} as const satisfies Record<Delivery['state'], string>

export const typeLabels = {
  'flight.ended': 'webhooks:kind.flight_ended',
  'record.changed': 'webhooks:kind.record_changed',
  'record.removed': 'webhooks:kind.record_removed',
  'alarm.raised': 'webhooks:kind.alarm_raised',
  'alarm.changed': 'webhooks:kind.alarm_changed',
  'task.changed': 'webhooks:kind.task_changed',
  'task.progressed': 'webhooks:kind.task_progressed',
  'bill.entered': 'webhooks:kind.bill_entered',
  'drone.state': 'webhooks:kind.drone_state',
  'firmware.state': 'webhooks:kind.firmware_state',
} as const satisfies Record<ChangeType, string>

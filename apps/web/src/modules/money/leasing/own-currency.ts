import type { Currency } from '@swath/domain/money'
import { viewerTimeZone } from '../../../lib/time-zone.ts'

const byZone: Readonly<Record<string, Currency>> = {
  'Asia/Bangkok': 'THB',
  'Asia/Seoul': 'KRW',
  'Asia/Kolkata': 'INR',
  'Asia/Taipei': 'TWD',
  'Asia/Shanghai': 'CNY',
}

/** The default currency of a form, from the account's time zone. */
export const ownCurrency = (): Currency => byZone[viewerTimeZone()] ?? 'USD'

import type { Currency } from '@swath/domain/money'
import { viewerTimeZone } from '../../../lib/time-zone.ts'

const byZone: Readonly<Record<string, Currency>> = {
  'Asia/Bangkok': 'THB',
  'Asia/Seoul': 'KRW',
  'Asia/Kolkata': 'INR',
  'Asia/Taipei': 'TWD',
  'Asia/Shanghai': 'CNY',
}

/** Default of a form: the currency of the account's home. */
export const ownCurrency = (): Currency => byZone[viewerTimeZone()] ?? 'USD'

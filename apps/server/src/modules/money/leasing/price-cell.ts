import { currencyDecimals, toMajor, type Currency } from '@swath/domain/money'
import { figure, type Cell } from '../../../platform/listing/csv.ts'

/** A price in whole units; its currency is in a separate column. */
export const priceCell = (amountMinor: number, currency: Currency): Cell =>
  figure(toMajor({ amountMinor, currency }), currencyDecimals[currency])

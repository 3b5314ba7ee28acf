import { currencyDecimals, toMajor, type Currency } from '@swath/domain/money'
import { figure, type Cell } from '../../../platform/listing/csv.ts'

/** A price in whole units; its currency stands in a column of its own. */
export const priceCell = (amountMinor: number, currency: Currency): Cell =>
  figure(toMajor({ amountMinor, currency }), currencyDecimals[currency])

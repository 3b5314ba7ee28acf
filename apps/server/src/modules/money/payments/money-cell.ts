import { currencyDecimals, toMajor, type Currency } from '@swath/domain/money'
import { figure, type Cell } from '../../../platform/listing/csv.ts'

/** A number in an export, with the decimals of its currency, which is in a separate column. */
export const moneyCell = (amountMinor: number | null, currency: string): Cell =>
  amountMinor === null
    ? null
    : figure(
        toMajor({ amountMinor, currency: currency as Currency }),
        currencyDecimals[currency as Currency],
      )

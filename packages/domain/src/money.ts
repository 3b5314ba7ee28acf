// Money: a whole number of the smallest unit of its currency, never a fraction of it. Amounts
// computed from a price are rounded once, half to even.

import { convertAreaRate, type AreaUnit } from './units.ts'

/** ISO 4217, with the decimals of its smallest unit. */
export const currencyDecimals = { CNY: 2, THB: 2, KRW: 0, INR: 2, TWD: 2, USD: 2 } as const
export type Currency = keyof typeof currencyDecimals
export const currencies = Object.keys(currencyDecimals) as readonly Currency[] as readonly [
  Currency,
  ...Currency[],
]

/** `amountMinor`: a safe integer; negative if owed or deducted. */
export type Money = { readonly amountMinor: number; readonly currency: Currency }

const toSafe = (value: bigint): number => {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} is too much money`)
  return number
}

/**
 * `numerator / denominator`, half to even, as banks do: over many bills the halves even out.
 * @throws RangeError where the result is no safe integer
 */
export const divideHalfEven = (numerator: bigint, denominator: bigint): number => {
  const [over, under] = denominator < 0n ? [-numerator, -denominator] : [numerator, denominator]
  const down = over / under - (over < 0n && over % under !== 0n ? 1n : 0n)
  const twice = 2n * (over - down * under)
  const isUp = twice > under || (twice === under && down % 2n !== 0n)
  return toSafe(isUp ? down + 1n : down)
}

/** Records are rounded to thousandths of a square metre and to milliseconds. */
const thousandths = (value: number): bigint => BigInt(Math.round(value * 1000))

/** Price of a covered area: 1 mu is 2000/3 m². */
export const priceOfArea = (muPriceMinor: number, coveredM2: number): number =>
  divideHalfEven(BigInt(muPriceMinor) * thousandths(coveredM2) * 3n, 2_000_000n)

/** Price of a time in the air. */
export const priceOfTime = (hourPriceMinor: number, durationS: number): number =>
  divideHalfEven(BigInt(hourPriceMinor) * thousandths(durationS), 3_600_000n)

export const chargeUnits = ['mu', 'hour'] as const
export type ChargeUnit = (typeof chargeUnits)[number]

export type Charged = { readonly coveredM2: number; readonly durationS: number }

/** Price of a flight, rounded once. */
export const priceOfFlight = (
  chargeBy: ChargeUnit,
  unitPriceMinor: number,
  { coveredM2, durationS }: Charged,
): number =>
  chargeBy === 'mu'
    ? priceOfArea(unitPriceMinor, coveredM2)
    : priceOfTime(unitPriceMinor, durationS)

/** By currency: amounts of two currencies are never added. */
export const sumByCurrency = (amounts: Iterable<Money>): Money[] => {
  const sums = new Map<Currency, bigint>()
  for (const { amountMinor, currency } of amounts)
    sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(amountMinor))
  return currencies.flatMap((currency) => {
    const sum = sums.get(currency)
    return sum === undefined ? [] : [{ amountMinor: toSafe(sum), currency }]
  })
}

/** In whole units, for fields that people fill in, and for tables. */
export const toMajor = ({ amountMinor, currency }: Money): number =>
  amountMinor / 10 ** currencyDecimals[currency]

/**
 * Converts an entered amount to the smallest unit; null: too many decimals for the currency, or too
 * large.
 */
export const fromMajor = (amount: number, currency: Currency): number | null => {
  const scaled = amount * 10 ** currencyDecimals[currency]
  const whole = Math.round(scaled)
  return Number.isSafeInteger(whole) &&
    Math.abs(scaled - whole) < 1e-6 * Math.max(1, Math.abs(whole))
    ? whole
    : null
}

const formats = new Map<string, Intl.NumberFormat>()

/** `finer`: up to this many decimals more than the currency has, if needed. */
const moneyFormat = (language: string, currency: Currency, finer: number): Intl.NumberFormat => {
  const key = `${language} ${currency} ${finer}`
  let format = formats.get(key)
  if (!format) {
    const decimals = currencyDecimals[currency]
    format = new Intl.NumberFormat(currency === 'INR' ? 'en-IN' : language, {
      style: 'currency',
      currency,
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals + finer,
    })
    formats.set(key, format)
  }
  return format
}

/**
 * Formats money for display: ¥1,234.50, ฿1,234.50, ₩1,235, ₹12,34,567.00. Rupees use Indian
 * grouping in every language; different dollar currencies get distinct symbols. A negative amount
 * has a minus sign instead of the hyphen of `Intl`, which is easily overlooked.
 * @param language a BCP 47 tag
 */
export const formatMoney = (money: Money, language: string): string =>
  moneyFormat(language, money.currency, 0).format(toMajor(money)).replace('-', '−')

/** The price of one unit of area; `per` is the unit in which it was stated. */
export type AreaRate = Money & { readonly per: AreaUnit }

/**
 * The price for one of `unit`, by default with up to two more decimals where it is not a whole
 * cent.
 */
export const formatAreaRate = (
  rate: AreaRate,
  unit: AreaUnit,
  language: string,
  moreDecimals = 2,
): string =>
  moneyFormat(language, rate.currency, moreDecimals).format(
    convertAreaRate(toMajor(rate), rate.per, unit),
  )

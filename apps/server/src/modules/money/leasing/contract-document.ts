// The text of a contract from the client's current terms, which both sides sign.
import { formatMoney, type Currency } from '@swath/domain/money'
import type { Language } from '@swath/i18n/languages'
import { labelsIn } from '../../../platform/http/messages.ts'

type Party = { name: string; contact: string; number: string; address: string }
export type ContractTerms = {
  /** YYYY-MM-DD, in the lessor's time zone. */
  day: string
  lessor: Party
  tenant: Party
  currency: Currency
  muUnitPriceMinor: number
  hourUnitPriceMinor: number
  locksWhenEmpty: boolean
  graceMinor: number
}

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole)

const articles = [
  'leasing:contractObject',
  'leasing:contractPrices',
  'leasing:contractMeasure',
  'leasing:contractBalance',
  'leasing:contractReturn',
  'leasing:contractCare',
  'leasing:contractSignature',
] as const

export const composeContract = (terms: ContractTerms, language: Language): string => {
  const label = labelsIn(language)
  const money = (amountMinor: number): string =>
    formatMoney({ amountMinor, currency: terms.currency }, language)
  const values = {
    muPrice: money(terms.muUnitPriceMinor),
    hourPrice: money(terms.hourUnitPriceMinor),
    currency: terms.currency,
    grace: money(terms.graceMinor),
  }
  const party = (title: string, { name, contact, number, address }: Party): string[] =>
    [
      `${label(title)}: ${name}`,
      contact && `${label('leasing:contractContact')}: ${contact}`,
      number && `${label('leasing:contractNumber')}: ${number}`,
      address && `${label('leasing:contractAddress')}: ${address}`,
    ].filter((line) => line !== '')
  const lock = label(terms.locksWhenEmpty ? 'leasing:contractLocks' : 'leasing:contractLocksNot')
  return [
    label('leasing:contractTitle'),
    `${label('leasing:contractDay')}: ${terms.day.replaceAll('-', '/')}`,
    '',
    ...party('leasing:lessor', terms.lessor),
    '',
    ...party('leasing:tenant', terms.tenant),
    '',
    ...articles.map(
      (article, i) =>
        `${i + 1}. ${fill(label(article), values)}` +
        (article === 'leasing:contractBalance' ? ` ${fill(lock, values)}` : ''),
    ),
    '',
  ].join('\n')
}

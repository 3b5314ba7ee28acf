// Completes the account data of a call: the region by code or names, and missing fields by current
// values.
import type { AccountFields } from '@swath/contract/people/account-fields'
import type { HostTheme } from '../../../platform/auth/themes.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { regionNamed } from '../../../platform/regions/named-region.ts'

type Placed = { regionCode?: string | undefined; province: string; city: string; county: string }
type Theme = Pick<HostTheme, 'governingRegion'>

/** @param usual the region if the call does not contain one */
export const toRegionCode = (
  { regionCode, province, city, county }: Placed,
  usual: string,
  { governingRegion }: Theme,
): string => {
  if (regionCode !== undefined) return regionCode
  if (province + city + county === '') return usual
  return (
    regionNamed([province, city, county], governingRegion) ??
    fail('invalid_input', {}, [{ path: 'regionCode', message: 'unknownRegion' }])
  )
}

type Changes = Placed & {
  readonly [K in Exclude<keyof AccountFields, 'regionCode'>]?: AccountFields[K] | undefined
}

export const withChanges = (
  current: AccountFields,
  { regionCode, province, city, county, ...changes }: Changes,
  theme: Theme,
): AccountFields => ({
  ...current,
  ...(Object.fromEntries(
    Object.keys(current).flatMap((key) => {
      const value = changes[key as keyof typeof changes]
      return value === undefined ? [] : [[key, value]]
    }),
  ) as Partial<AccountFields>),
  regionCode: toRegionCode({ regionCode, province, city, county }, current.regionCode, theme),
})

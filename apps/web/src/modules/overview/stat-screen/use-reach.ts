import { CHINA_REGION, regionContains, regionLevel } from '@swath/domain/region-code'
import { useUser } from '../../../lib/session.ts'
import { useStatScreenQuery } from './stat-screen-context.ts'

/** A county is one bar, which repeats the total. */
export const useHasRegions = (): boolean => {
  const { accountType, adCode } = useUser()
  return accountType !== 'government' || regionLevel(adCode) !== 'county'
}

/**
 * Whether drones that the person sees have worked overseas: never for a domestic government. True
 * until it is known.
 */
export const useHasOverseas = (): boolean => {
  const { accountType, adCode } = useUser()
  const isHomeOnly = accountType === 'government' && regionContains(CHINA_REGION, adCode)
  const { data } = useStatScreenQuery('getForeignRegions', { query: { periodType: '1' } })
  return !isHomeOnly && (!data || data.yData[0]!.some((mu) => (mu ?? 0) > 0))
}

// People of the demonstration who can sign in, shown only on its sign-in page.
import type { Theme } from '@swath/contract/people/auth'

const password = 'Swath2026'
const countryCode = '+86'
const people = [
  'demoPlatform',
  'demoGovernment',
  'demoManufacturer',
  'demoOperatorTeam',
  'demoOperatorPersonal',
  'demoLeaseManager',
  'demoFarmer',
  'demoStaff',
  'demoTenant',
].map((role, i) => ({ phone: `1380000000${i + 1}`, role }))

/** Only the company's own people can sign in on its host. */
const peopleOfHosts: Readonly<Record<string, typeof people>> = {
  'east.localhost': [{ phone: '13900000001', role: 'demoPlatform' }],
}

/** `ownHost`: the account that owns the host; null: the common host. */
export const describeDemonstration = (
  fixedCode: string | undefined,
  ownHost: string | null,
): Theme['demonstration'] => {
  const here = ownHost === null ? people : peopleOfHosts[ownHost]
  return here ? { password, people: here, captcha: fixedCode?.slice(0, 4) ?? null } : null
}

/** Their numbers are Chinese on every host that previews a theme, regardless of its country. */
export const demonstrationPhone = (phone: string): string => {
  const number = phone.split('-')[1]
  return people.some((person) => person.phone === number) ? `${countryCode}-${number}` : phone
}

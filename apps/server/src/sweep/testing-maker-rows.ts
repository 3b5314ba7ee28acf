// Rows that only makers and platforms have, one each.
import type { Asking, Strangers } from './testing-cases.ts'
import { visibleMakers } from './testing-oracle.ts'
import { personLines, type AccountName } from './testing-world.ts'

export const makersAndPlatforms = [
  'root',
  'east',
  'makerOne',
  'makerTwo',
  'makerEast',
] as const satisfies readonly AccountName[]
export type Owner = (typeof makersAndPlatforms)[number]

export const makerRows = (ids: Readonly<Record<Owner, string>>) => {
  const own = ({ person }: Asking): string => {
    const { account } = personLines[person]
    return ids[makersAndPlatforms.find((name) => name === account) ?? 'makerOne']
  }
  const strangers: Strangers = ({ person }) =>
    makersAndPlatforms
      .filter((name) => !visibleMakers[person]?.includes(name))
      .map((name) => ids[name])
  return { own, strangers }
}

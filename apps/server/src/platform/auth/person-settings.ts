import { Language, NewsVersion, type UserInfo } from '@swath/contract/people/auth'
import { AreaUnit } from '@swath/contract/fields'
import type { Person } from './people.queries.ts'

/** A person's settings; null if not set or no longer valid. */
export const parseSettings = ({ settings }: Person): UserInfo['settings'] => ({
  language: Language.safeParse(settings?.['language']).data ?? null,
  areaUnit: AreaUnit.safeParse(settings?.['areaUnit']).data ?? null,
  newsSeen: NewsVersion.safeParse(settings?.['newsSeen']).data ?? null,
})

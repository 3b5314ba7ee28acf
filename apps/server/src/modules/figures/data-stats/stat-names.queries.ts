// Names for the keys of figures.
import { sql } from 'kysely'
import type { DataStatSettings } from '@swath/contract/figures/stat-settings'
import type { Scope } from '@swath/domain/access/caller'
import type { Dimension } from '@swath/domain/figures'
import { findRegion } from '@swath/fixtures/regions'
import type { Language } from '@swath/i18n/languages'
import type { Db } from '../../../platform/database/database.ts'
import { labelsIn } from '../../../platform/http/messages.ts'

type Names = ReadonlyMap<string, string>
type Key = string | null
type NameReader = { language: Language; scope: Scope }

type NamedTable = 'drone' | 'drone_model' | 'account' | 'plot' | 'app_user'
const tables: Readonly<Partial<Record<Dimension, NamedTable>>> = {
  drone: 'drone',
  model: 'drone_model',
  manufacturer: 'account',
  operator: 'account',
  tenant: 'account',
  plot: 'plot',
  pilot: 'app_user',
}
const namesByTable = async (db: Db, table: NamedTable, keys: readonly string[]): Promise<Names> => {
  const rows = await db
    .selectFrom(table)
    .where(sql<boolean>`id = any(${[...keys]}::${sql.raw(table === 'drone' ? 'text' : 'uuid')}[])`)
    .select(['id', 'name'])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const namesByLanguage = async (
  db: Db,
  table: 'crop' | 'chemical',
  keys: readonly string[],
  language: Language,
): Promise<Names> => {
  const rows = await db
    .selectFrom(table)
    .where(sql<boolean>`id = any(${[...keys]}::text[])`)
    .select(['id', 'names'])
    .execute()
  return new Map(rows.map(({ id, names }) => [id, names[language] ?? id]))
}

const regionNames = (keys: readonly string[], language: Language): Names =>
  new Map(keys.map((key) => [key, findRegion(key.padEnd(9, '0'))?.names[language] ?? key]))

const modeLabels: Readonly<Record<string, string>> = {
  1: 'terms:manual',
  2: 'terms:abLine',
  3: 'terms:plannedRoute',
  4: 'terms:orchard',
  5: 'terms:edge',
}

/** Makers cannot see campaigns: tasks in which their drones flew are shown to them as numbers. */
const taskNames = async (db: Db, keys: readonly string[], scope: Scope): Promise<Names> => {
  if (scope.kind === 'accounts' && scope.as === 'manufacturer') return new Map()
  const rows = await db
    .selectFrom('unified_task')
    .where(sql<boolean>`id = any(${[...keys]}::int8[])`)
    .select(['id', 'name'])
    .execute()
  return new Map(rows.map(({ id, name }) => [String(id), name]))
}

/** Tasks of the requested kind; undefined: no task is requested. */
export const findTaskIds = async (
  db: Db,
  { tftzType, taskIds }: Pick<DataStatSettings, 'tftzType' | 'taskIds'>,
): Promise<readonly string[] | undefined> => {
  if (tftzType === null) return taskIds.length > 0 ? taskIds : undefined
  const rows = await db
    .selectFrom('unified_task')
    .where('type', '=', tftzType)
    .select('id')
    .execute()
  const ofKind = rows.map(({ id }) => String(id))
  return taskIds.length > 0 ? ofKind.filter((id) => taskIds.includes(id)) : ofKind
}

const findNames = async (
  db: Db,
  dimension: Dimension,
  keys: readonly string[],
  { language, scope }: NameReader,
): Promise<Names> => {
  const table = tables[dimension]
  if (table) return namesByTable(db, table, keys)
  switch (dimension) {
    case 'crop':
    case 'chemical':
      return namesByLanguage(db, dimension, keys, language)
    case 'country':
    case 'province':
    case 'city':
    case 'county':
      return regionNames(keys, language)
    case 'mode': {
      const label = labelsIn(language)
      return new Map(keys.map((key) => [key, label(modeLabels[key] ?? key)]))
    }
    case 'task':
      return taskNames(db, keys, scope)
    case 'hourOfDay':
      return new Map(keys.map((key) => [key, `${key.padStart(2, '0')}:00`]))
    default:
      return new Map()
  }
}

/**
 * Distinguishes two with the same name: regions by the area around them, others by the end of the
 * key.
 */
const tellApart = (dimension: Dimension, key: string, language: Language): string => {
  const region = findRegion(key.padEnd(9, '0'))
  const isRegion = ['country', 'province', 'city', 'county'].includes(dimension)
  const around = isRegion && region?.parentCode ? findRegion(region.parentCode) : undefined
  return around?.names[language] ?? key.slice(-4)
}

/** A unique name for each key, because charts and column headings identify them by name only. */
export const nameKeys = async (
  db: Db,
  dimension: Dimension,
  keys: readonly Key[],
  reader: NameReader,
): Promise<(key: Key) => string> => {
  const { language } = reader
  const known = [...new Set(keys)].filter((key) => key !== null)
  const names = known.length > 0 ? await findNames(db, dimension, known, reader) : new Map()
  const bearers = new Map<string, number>()
  for (const key of known) {
    const name = names.get(key) ?? key
    bearers.set(name, (bearers.get(name) ?? 0) + 1)
  }
  const none = labelsIn(language)('data-stats:none')
  return (key) => {
    if (key === null) return none
    const name: string = names.get(key) ?? key
    return bearers.get(name)! > 1 ? `${name} (${tellApart(dimension, key, language)})` : name
  }
}

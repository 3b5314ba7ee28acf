// Translates fields and values of an entry's details; unknown ones are shown as they are stored.
import { dataScopeCodes } from '@swath/contract/people/data-scope-codes'
import { translate } from '../../../lib/i18n.ts'
import { dash, formatTime } from '../../../lib/format.ts'
import { roleTitles } from '../../../lib/roles.ts'
import { fieldLabels } from './log.labels.ts'

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

export const fieldTitle = (field: string): string => {
  const word = (fieldLabels as Readonly<Record<string, string | undefined>>)[field]
  return word === undefined ? field : translate(word)
}

export const valueText = (field: string, value: unknown): string => {
  if (value === null || value === undefined || value === '') return dash
  if (typeof value === 'boolean') return translate(value ? 'terms:yes' : 'terms:no')
  if (field === 'userType' && typeof value === 'number' && value in roleTitles)
    return translate(roleTitles[value as keyof typeof roleTitles])
  if (field === 'dataScope')
    return translate(
      value === dataScopeCodes.personal ? 'terms:personalData' : 'terms:enterpriseData',
    )
  if (typeof value === 'string') return isoTime.test(value) ? formatTime(value) : value
  if (typeof value === 'number') return String(value)
  if (
    Array.isArray(value) &&
    value.every((one) => typeof one === 'string' || typeof one === 'number')
  )
    return value.length === 0 ? dash : value.join('\n')
  return JSON.stringify(value, null, 1)
}

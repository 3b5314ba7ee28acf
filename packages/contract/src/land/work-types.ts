import type { z } from 'zod'
import { SearchText } from '../fields.ts'
import { RowName, declarePlainList, sharedId } from '../plain-list.ts'

export const WorkTypeId = sharedId(
  'workType',
  'An English name, with hyphens; a UUID of an own one',
)

export const workTypes = declarePlainList({
  name: 'work-types',
  one: 'WorkType',
  tag: 'Work types',
  path: '/api/common/work-types',
  read: {},
  manage: { screens: ['block-list'], right: 'task.manage' },
  shared: true,
  id: { workTypeId: WorkTypeId },
  fields: { workTypeName: RowName },
  nameField: 'workTypeName',
  filters: { workTypeName: SearchText },
  columns: { workTypeName: { label: 'terms:thingName', sort: true, phone: 'title' } },
  calls: {
    list: ['listWorkTypes', 'Kinds of work that everybody knows, and the own account’s'],
    file: ['exportWorkTypes', 'The filtered kinds of work as CSV or XLSX'],
    add: ['addWorkType', 'A work type of the own account'],
    update: ['updateWorkType', 'Change a work type of the own account'],
    remove: ['deleteWorkType', 'Delete a work type of the own account'],
  },
})
export type WorkType = z.output<typeof workTypes.row>

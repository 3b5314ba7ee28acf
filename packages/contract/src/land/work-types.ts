import type { z } from 'zod'
import { SearchText } from '../fields.ts'
import { RowName, declarePlainList, sharedId } from '../plain-list.ts'

export const WorkTypeId = sharedId(
  'workType',
  'English name with hyphens; a UUID for a work type of the account',
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
    list: ['listWorkTypes', 'List the shared work types and the work types of the account'],
    file: ['exportWorkTypes', 'Export the filtered work types as CSV or XLSX'],
    add: ['addWorkType', 'Add a work type of the account'],
    update: ['updateWorkType', 'Change a work type of the account'],
    remove: ['deleteWorkType', 'Delete a work type of the account'],
  },
})
export type WorkType = z.output<typeof workTypes.row>

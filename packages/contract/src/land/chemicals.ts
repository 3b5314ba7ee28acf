import { z } from 'zod'
import { SearchText, filter } from '../fields.ts'
import { RowName, declarePlainList, sharedId } from '../plain-list.ts'

const chemicalKind = z.enum([
  'insecticide',
  'fungicide',
  'herbicide',
  'regulator',
  'fertiliser',
  'other',
])

export const ChemicalId = sharedId(
  'chemical',
  'ISO common name of an active substance, with hyphens; a UUID of an own one',
)

export const chemicals = declarePlainList({
  name: 'chemicals',
  one: 'Chemical',
  tag: 'Chemicals',
  path: '/api/common/chemicals',
  read: {},
  manage: { screens: ['block-list'], right: 'task.manage' },
  shared: true,
  id: { chemicalId: ChemicalId },
  fields: { chemicalName: RowName, kind: chemicalKind },
  nameField: 'chemicalName',
  filters: { chemicalName: SearchText, kind: filter(chemicalKind) },
  columns: {
    chemicalName: { label: 'terms:thingName', sort: true, phone: 'title' },
    kind: {
      label: 'chemicals:kind',
      kind: 'code',
      labels: {
        insecticide: 'chemicals:insecticide',
        fungicide: 'chemicals:fungicide',
        herbicide: 'chemicals:herbicide',
        regulator: 'chemicals:regulator',
        fertiliser: 'chemicals:fertiliser',
        other: 'terms:other',
      },
      phone: 'figure',
    },
  },
  calls: {
    list: [
      'listChemicals',
      'Active substances that everybody knows, and what the own account calls its products',
    ],
    file: ['exportChemicals', 'The filtered chemicals as CSV or XLSX'],
    add: ['addChemical', 'A chemical of the own account'],
    update: ['updateChemical', 'Change a chemical of the own account'],
    remove: [
      'deleteChemical',
      'Delete a chemical of the own account; records keep what it was called',
    ],
  },
})
export type Chemical = z.output<typeof chemicals.row>

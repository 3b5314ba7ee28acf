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
  'ISO common name of an active substance, with hyphens; a UUID for a chemical of the account',
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
    list: ['listChemicals', 'List the shared active substances and the chemicals of the account'],
    file: ['exportChemicals', 'Export the filtered chemicals as CSV or XLSX'],
    add: ['addChemical', 'Add a chemical of the account'],
    update: ['updateChemical', 'Change a chemical of the account'],
    remove: ['deleteChemical', 'Delete a chemical of the account; records keep its name'],
  },
})
export type Chemical = z.output<typeof chemicals.row>

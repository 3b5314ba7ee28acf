import { useQuery } from '@tanstack/react-query'
import { buildQuery } from '../../../lib/query.ts'
import { useOwnScreens } from '../../../ui/own-screens.ts'

type Options = { value: string; label: string }[]
export type StatChoices = Readonly<
  Record<'manufacturers' | 'operators' | 'models' | 'crops' | 'chemicals' | 'pilots', Options>
>

/** They rarely change while someone edits a statistic, ms. */
const staleTime = 300_000

/** Filter options: for drones that the reader can see, and for the own account. */
export const useStatChoices = (): StatChoices => {
  const manufacturers = useQuery({ ...buildQuery('listManufacturers'), staleTime })
  const operators = useQuery({ ...buildQuery('listOperators', { query: {} }), staleTime })
  const models = useQuery({
    ...buildQuery('listDroneModels', { query: { pageSize: '500' } }),
    staleTime,
  })
  const crops = useQuery({ ...buildQuery('listCrops', { query: { size: '1000' } }), staleTime })
  const chemicals = useQuery({
    ...buildQuery('listChemicals', { query: { size: '1000' } }),
    staleTime,
  })
  const people = useQuery({ ...buildQuery('listDataStatPeople'), staleTime })
  const accounts = (items: { accountId: string; accountName: string }[] | undefined): Options =>
    (items ?? []).map(({ accountId, accountName }) => ({ value: accountId, label: accountName }))
  return {
    manufacturers: accounts(manufacturers.data?.items),
    operators: accounts(operators.data?.items),
    models: (models.data?.items ?? []).map(({ flyModelId, modelName, zzAccountName }) => ({
      value: flyModelId,
      label: `${modelName} · ${zzAccountName}`,
    })),
    crops: (crops.data?.items ?? []).map(({ cropId, cropName }) => ({
      value: cropId,
      label: cropName,
    })),
    chemicals: (chemicals.data?.items ?? []).map(({ chemicalId, chemicalName }) => ({
      value: chemicalId,
      label: chemicalName,
    })),
    pilots: (people.data?.items ?? []).map(({ userId, userName }) => ({
      value: userId,
      label: userName,
    })),
  }
}

/** The campaigns, for people who have their list; else empty. */
export const useTaskChoices = (): Options => {
  const hasTasks = useOwnScreens().findPath('unified-task-list') !== undefined
  const tasks = useQuery({
    ...buildQuery('listUnifiedTasks', { query: { pageSize: '500' } }),
    staleTime,
    enabled: hasTasks,
  })
  return (tasks.data?.items ?? []).map(({ tftzId, tftzName }) => ({
    value: tftzId,
    label: tftzName,
  }))
}

import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { buildQuery, queryClient } from '../../../lib/query.ts'
import { isTyping } from '../../../ui/typing.ts'
import { listInTrouble, stepInTrouble, troubleConditions, type InTrouble } from './in-trouble.ts'
import { rangeQuery, world } from './map-range.ts'
import { monitorQueries } from './monitor-queries.ts'

/** Long enough for a person who presses a key several times. */
const freshMs = 10_000

/** Drones with a state of trouble that match the filters, wherever the map is. */
const askForTroubled = (): Promise<{ droneId: string; droneName: string }[][]> =>
  Promise.all(
    troubleConditions.map(async (condition) => {
      const query = { ...rangeQuery(world), ...monitorQueries.get(), condition }
      const { items } = await queryClient.fetchQuery({
        ...buildQuery('listMonitorDrones', { query: { ...query, queryType: '1' } }),
        staleTime: freshMs,
      })
      return items
    }),
  )

type Options = {
  /** False for people who see no drones. */
  isOn: boolean
  alarms: Parameters<typeof listInTrouble>[0]
  selectedId: string | null
  onChoose: (drone: InTrouble) => void
}

/**
 * `J` and `K` choose the next and the previous drone in trouble.
 * @returns the text for screen readers
 */
export const useTroubleKeys = ({ isOn, alarms, selectedId, onChoose }: Options): string => {
  const { t } = useTranslation('monitor')
  const [text, setText] = useState('')
  const step = useEffectEvent(async (by: 1 | -1): Promise<void> => {
    const drones = listInTrouble(alarms, await askForTroubled())
    const index = stepInTrouble(drones, selectedId, by)
    const drone = drones[index]
    if (!drone) return setText(t('noneInTrouble'))
    const counted = { place: index + 1, count: drones.length }
    setText(t('inTroubleChosen', { name: drone.droneName, ...counted }))
    onChoose(drone)
  })
  useEffect(() => {
    if (!isOn) return
    const onKey = (event: KeyboardEvent): void => {
      const by = { j: 1, k: -1 }[event.key.toLowerCase()] as 1 | -1 | undefined
      if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) || event.defaultPrevented) return
      event.preventDefault()
      // Without an answer the panel's own queries show the error.
      step(by).catch(console.warn)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [isOn])
  return text
}

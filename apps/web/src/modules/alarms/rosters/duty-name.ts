import type { DutyPerson } from '@swath/contract/alarms/rosters'
import { useTranslation } from 'react-i18next'

/** The name of a person on duty, with the reason if they are skipped. */
export const useDutyName = (): ((person: DutyPerson | undefined) => string) => {
  const { t } = useTranslation('rosters')
  return (person) => {
    if (!person) return t('unknownPerson')
    return person.state === 'ready'
      ? person.userName
      : t(`state.${person.state}`, { name: person.userName })
  }
}

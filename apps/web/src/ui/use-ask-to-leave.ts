import { App } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker, type Location } from 'react-router'

type Place = (location: Location) => string
const byPath: Place = ({ pathname }) => pathname

/**
 * Asks before a link discards unsaved work.
 * @param placeOf returns the part of the URL whose change counts as leaving
 * @returns a function that asks the same question, for other ways to leave
 */
export const useAskToLeave = (isUnsaved: boolean, placeOf: Place = byPath) => {
  const { t } = useTranslation('ui')
  const { modal } = App.useApp()
  const ask = (leave: () => void, stay?: () => void): void =>
    void modal.confirm({
      title: t('leaveTitle'),
      content: t('leaveText'),
      okText: t('leave'),
      cancelText: t('stay'),
      centered: true,
      okButtonProps: { danger: true },
      onOk: leave,
      onCancel: stay,
    })
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUnsaved && placeOf(currentLocation) !== placeOf(nextLocation),
  )
  const askBlocked = useEffectEvent(() =>
    ask(
      () => blocker.proceed?.(),
      () => blocker.reset?.(),
    ),
  )
  // Asks once for each blocked navigation.
  useEffect(() => {
    if (blocker.state === 'blocked') askBlocked()
  }, [blocker.state])
  return ask
}

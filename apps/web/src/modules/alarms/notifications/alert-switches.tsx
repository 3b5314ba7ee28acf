import { useQueryClient } from '@tanstack/react-query'
import { Switch } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showError } from '../../../lib/errors.ts'
import { useUser } from '../../../lib/session.ts'
import { useStored } from '../../../lib/stored.ts'
import { alarmSound, playSound, useSoundAllowed } from './alarm-sound.ts'
import {
  browserNotices,
  requestPermission,
  useNoticeObstacle,
  type Obstacle,
} from './browser-notices.ts'
import { pushObstacle, usePushBrowser, useSubscribe, useUnsubscribe } from './push-browser.ts'
import style from './alert-switches.module.css'

const obstacleLabels = {
  needsHttps: 'notifications:needsHttps',
  notSupported: 'notifications:notSupported',
  blocked: 'notifications:blocked',
  noKey: 'notifications:noKey',
} as const satisfies Readonly<Record<Obstacle | 'noKey', string>>

type RowProps = {
  label: string
  hint: string
  isOn: boolean
  obstacle?: keyof typeof obstacleLabels | null
  isBusy?: boolean
  onChange: (isOn: boolean) => void
}
const Row = ({ label, hint, isOn, obstacle = null, isBusy = false, onChange }: RowProps) => {
  const { t } = useTranslation('notifications')
  return (
    <li className={style.row}>
      <span>
        {label}
        <small className="block muted">
          {obstacle === null ? hint : t(obstacleLabels[obstacle])}
        </small>
      </span>
      <Switch
        aria-label={label}
        checked={isOn && obstacle === null}
        disabled={obstacle !== null}
        loading={isBusy}
        onChange={onChange}
      />
    </li>
  )
}

const SoundSwitch = () => {
  const { t } = useTranslation('notifications')
  useSoundAllowed()
  return (
    <Row
      label={t('sound')}
      hint={t('soundHint')}
      isOn={useStored(alarmSound)}
      onChange={(isOn) => {
        alarmSound.set(isOn)
        if (isOn) playSound()
      }}
    />
  )
}

const NoticeSwitch = () => {
  const { t } = useTranslation('notifications')
  const obstacle = useNoticeObstacle()
  const turn = async (isOn: boolean): Promise<void> =>
    browserNotices.set(isOn && (await requestPermission()))
  return (
    <Row
      label={t('desktop')}
      hint={t('desktopHint')}
      isOn={useStored(browserNotices)}
      obstacle={obstacle}
      onChange={(isOn) => void turn(isOn)}
    />
  )
}

const PushSwitch = () => {
  const { t } = useTranslation('notifications')
  const queryClient = useQueryClient()
  useNoticeObstacle() // renders again when the permission changes
  const { asked, row } = usePushBrowser()
  const subscribe = useSubscribe()
  const unsubscribe = useUnsubscribe()
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const publicKey = asked.data?.publicKey ?? null
  const turn = async (isOn: boolean): Promise<void> => {
    setBusy(true)
    setFailed(false)
    try {
      if (!isOn) await unsubscribe.mutateAsync(row!.pushId)
      else if (await requestPermission()) await subscribe.mutateAsync(publicKey!)
    } catch (error) {
      // The browser’s own error, for example if it cannot reach its push service.
      if (error instanceof DOMException) setFailed(true)
      else showError(error)
    } finally {
      await queryClient.invalidateQueries({ queryKey: ['pushSubscription'] })
      setBusy(false)
    }
  }
  return (
    <Row
      label={t('push')}
      hint={t(hasFailed ? 'pushFailed' : 'pushHint')}
      isOn={row !== null}
      obstacle={pushObstacle() ?? (asked.data && publicKey === null ? 'noKey' : null)}
      isBusy={isBusy || asked.isPending}
      onChange={(isOn) => void turn(isOn)}
    />
  )
}

/** How this browser alerts the person to new level-1 alarms. */
export const AlertSwitches = () => {
  const { rights } = useUser()
  return (
    <ul className={`list-plain ${style.rows}`}>
      <SoundSwitch />
      <NoticeSwitch />
      {rights.includes('alarm.sms') && <PushSwitch />}
    </ul>
  )
}

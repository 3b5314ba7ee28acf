import type { DroneDetail } from '@swath/contract/fleet/drones'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Time, TimeAgo } from '../../../ui/time.tsx'
import { IssueCredential } from './issue-credential.tsx'
import style from './drones.module.css'

type Props = { drone: DroneDetail; bare?: boolean }

/**
 * The drone's credentials for the device gateway: when they were issued and used, never the secret
 * itself. `bare`: without a heading, where one is already shown.
 */
export const DroneCredentials = ({ drone, bare = false }: Props) => {
  const { t } = useTranslation('drones')
  const [isOpen, setOpen] = useState(false)
  if (drone.credentials === null) return null
  const has = drone.credentials.length > 0
  return (
    <section className={style.section}>
      <div className="flex gap-8 items-center justify-between">
        {bare ? (
          <span className="m-0 muted text-12 leading-18">{t('credentialsHint')}</span>
        ) : (
          <h2>{t('credentials')}</h2>
        )}
        {drone.can.issueCredential && (
          <Button size="small" onClick={() => setOpen(true)}>
            {has ? t('rotate') : t('issue')}
          </Button>
        )}
      </div>
      {has ? (
        <ul className={`list-plain grid ${style.list}`}>
          {drone.credentials.map((one) => (
            <li key={one.id}>
              <span>
                {t('issuedAt')} <Time time={one.createdAt} />
              </span>
              <span className="m-0 muted text-12 leading-18">
                {one.expiresAt === null ? (
                  t('credentialValid')
                ) : (
                  <>
                    {t('credentialEnds')} <Time time={one.expiresAt} />
                  </>
                )}
                {' · '}
                {one.lastUsedAt === null ? (
                  t('credentialUnused')
                ) : (
                  <>
                    {t('credentialUsed')} <TimeAgo time={one.lastUsedAt} />
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="m-0 muted text-12 leading-18">{t('credentialsNone')}</p>
      )}
      <IssueCredential
        droneId={drone.droneId}
        droneName={drone.droneName}
        rotates={has}
        open={isOpen}
        onClose={() => setOpen(false)}
      />
    </section>
  )
}

import { CheckCircleOutlined, CopyOutlined, LoadingOutlined } from '@ant-design/icons'
import type { NewCredential } from '@swath/contract/fleet/drone-credentials'
import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { call } from '../../../lib/api.ts'
import { showSuccess } from '../../../lib/errors.ts'
import { monitorLink } from '../../../lib/monitor-link.ts'
import { buildQuery } from '../../../lib/query.ts'
import { useChange } from '../../../lib/use-change.ts'
import { Time } from '../../../ui/time.tsx'
import { connectionExample } from './connection-example.ts'
import style from './drones.module.css'

/**
 * Copies a text. Without a clipboard (pages without TLS) it selects the text instead, for the
 * person to copy.
 */
const copy = async (text: string, fallback: HTMLElement | null): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Copying is not allowed or not available: the selected text can be copied by hand.
    if (fallback) window.getSelection()?.selectAllChildren(fallback)
    return false
  }
}

type CopyableProps = { label: string; text: string; block?: boolean }
const Copyable = ({ label, text, block = false }: CopyableProps) => {
  const { t } = useTranslation('drones')
  const [element, setElement] = useState<HTMLElement | null>(null)
  const take = async (): Promise<void> => {
    showSuccess((await copy(text, element)) ? t('terms:copied') : t('selected'))
  }
  return (
    <div className={block ? style.copyBlock : `gap-8 items-center border-b ${style.copyRow}`}>
      <span className="muted">{label}</span>
      {block ? (
        <pre ref={setElement} className={style.example}>
          {text}
        </pre>
      ) : (
        <code ref={setElement} className="text-13 break-anywhere">
          {text}
        </code>
      )}
      <Button
        size="small"
        type="text"
        icon={<CopyOutlined />}
        aria-label={t('copyOf', { what: label })}
        onClick={() => void take()}
      >
        {block ? t('terms:copy') : null}
      </Button>
    </div>
  )
}

const askedAgainMs = 2_000

/** Whether a new drone has connected, and whether its position has arrived. */
const FirstPosition = ({ droneId }: { droneId: string }) => {
  const { t } = useTranslation('drones')
  const { data: drone } = useQuery({
    ...buildQuery('getDrone', { query: { droneId } }),
    refetchInterval: ({ state }) => (state.data?.state ? false : askedAgainMs),
    meta: { quiet: true },
  })
  const isConnected = drone?.credentials?.some(({ lastUsedAt }) => lastUsedAt !== null)
  return (
    <p className="flex gap-8 items-center m-0" role="status">
      {drone?.state ? (
        <>
          <CheckCircleOutlined className={style.arrived} aria-hidden />
          {t('firstPosition')}
          <Link to={monitorLink({ droneId })}>{t('terms:showOnTheMap')}</Link>
        </>
      ) : (
        <>
          <LoadingOutlined aria-hidden />
          {isConnected ? t('waitingPosition') : t('waitingConnection')}
        </>
      )}
    </p>
  )
}

const Issued = ({ credential, isFirst }: { credential: NewCredential; isFirst: boolean }) => {
  const { t } = useTranslation('drones')
  return (
    <div className="grid gap-16">
      <p className={`grid gap-2 m-0 rounded-8 bg-warning ink ${style.once}`} role="note">
        <strong className="warning semibold">{t('onceTitle')}</strong>
        {t('onceText')}
      </p>
      <div>
        <Copyable label={t('mqttHost')} text={`${credential.mqttHost}:${credential.mqttPort}`} />
        <Copyable label={t('username')} text={credential.username} />
        <Copyable label={t('terms:password')} text={credential.password} />
        <p className="muted text-12 mt-8">{t('clientIdHint')}</p>
      </div>
      {credential.previousValidUntil && (
        <p className="m-0 muted text-12 leading-18">
          {t('previousUntil')} <Time time={credential.previousValidUntil} />
        </p>
      )}
      <Copyable block label={t('example')} text={connectionExample(credential)} />
      {isFirst && <FirstPosition droneId={credential.username} />}
    </div>
  )
}

type Props = {
  droneId: string
  droneName: string
  rotates: boolean
  /** The person has asked for it already, when registering the drone. */
  isAsked?: boolean
  open: boolean
  onClose: () => void
}

/** Explains what a new credential means, creates it, and shows the secret once. */
export const IssueCredential = ({
  droneId,
  droneName,
  rotates,
  isAsked = false,
  open,
  onClose,
}: Props) => {
  const { t } = useTranslation('drones')
  const issue = useChange({
    run: () => call('issueCredential', { params: { droneId } }),
    outdated: ['getDrone'],
  })
  const issueNow = useEffectEvent(() => issue.mutate())
  useEffect(() => {
    if (open && isAsked) issueNow()
  }, [open, isAsked])
  const close = (): void => {
    onClose()
    // Drops the secret from memory when the dialog closes.
    issue.reset()
  }
  const made = issue.data
  return (
    <Modal
      open={open}
      onCancel={close}
      width={made ? 640 : 480}
      centered
      destroyOnHidden
      mask={{ closable: !made }}
      closable={!issue.isPending}
      title={
        made
          ? t('issuedTitle', { name: droneName })
          : rotates
            ? t('rotateTitle', { name: droneName })
            : t('issueTitle', { name: droneName })
      }
      footer={
        made ? (
          <Button type="primary" onClick={close}>
            {t('terms:iHaveKeptIt')}
          </Button>
        ) : (
          <>
            <Button onClick={close} disabled={issue.isPending}>
              {t('ui:cancel')}
            </Button>
            <Button type="primary" loading={issue.isPending} onClick={() => issue.mutate()}>
              {rotates ? t('rotate') : t('issue')}
            </Button>
          </>
        )
      }
    >
      {made ? (
        <Issued credential={made} isFirst={!rotates} />
      ) : (
        <p className={style.question}>{rotates ? t('rotateText') : t('issueText')}</p>
      )}
    </Modal>
  )
}

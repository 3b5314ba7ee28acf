import { DownloadOutlined, PlusOutlined } from '@ant-design/icons'
import type { Api } from '@swath/contract/api'
import type { Answer } from '@swath/contract/kit'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Form, InputNumber, Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, CallError } from '../../../lib/api.ts'
import { showError, showSuccess } from '../../../lib/errors.ts'
import { buildQuery } from '../../../lib/query.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { useChange } from '../../../lib/use-change.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { Failure } from '../../../ui/empty.tsx'
import { Time } from '../../../ui/time.tsx'
import style from './own-account.module.css'

type Props = {
  open: boolean
  taken: readonly number[]
  isBusy: boolean
  mistake: string | null
  onMake: (vid: number) => void
  onClose: () => void
}
const NewNumber = ({ open, taken, isBusy, mistake, onMake, onClose }: Props) => {
  const { t } = useTranslation('accounts')
  const [vid, setVid] = useState<number | null>(null)
  const [isMissing, setMissing] = useState(false)
  const known = vid !== null && taken.includes(vid)
  const said = isMissing ? t('vidMissing') : known ? t('vidKnown') : mistake
  return (
    <Modal
      open={open}
      centered
      destroyOnHidden
      title={t('keyNew')}
      okText={t('keyMake')}
      cancelText={t('terms:cancel')}
      confirmLoading={isBusy}
      onCancel={onClose}
      okButtonProps={{ disabled: known }}
      afterOpenChange={(isOpen) => {
        if (!isOpen) {
          setVid(null)
          setMissing(false)
        }
      }}
      onOk={() => (vid === null ? setMissing(true) : onMake(vid))}
    >
      <Form layout="vertical">
        <Form.Item
          label={t('vid')}
          htmlFor="vendor-number"
          validateStatus={said ? 'error' : ''}
          help={said ?? t('vidHint')}
        >
          <InputNumber
            id="vendor-number"
            min={1}
            max={65_535}
            precision={0}
            controls={false}
            style={{ width: 160 }}
            value={vid}
            onChange={(value) => {
              setVid(value)
              setMissing(false)
            }}
            onPressEnter={() => {
              if (vid !== null && !known) onMake(vid)
            }}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}

type Keys = Answer<Api['getSecretKeys']>
type ListProps = Keys & { onRenew: (vid: number) => void }

const KeyList = ({ items, can, onRenew }: ListProps) => {
  const { t } = useTranslation('accounts')
  const save = useMutation({
    // An error response to a file request is still text, and is reported like any other.
    mutationFn: async (vid: number) =>
      saveFile(
        `secret-key-${vid}.key`,
        await call('downloadSecretKey', { params: { vid: String(vid) } }),
      ),
  })
  return (
    <ul className={`list-plain grid gap-12 ${style.keys}`}>
      {items.map(({ vid, fingerprint, createdAt }) => (
        <li className="flex wrap gap-8 items-center" key={vid}>
          <div className={style.grow}>
            <strong>{t('vidOf', { vid })}</strong>
            <span className={style.sub}>
              {t('fingerprint')} <code>{fingerprint}</code>
            </span>
            <span className={style.sub}>
              {t('keySince')} <Time time={createdAt} />
            </span>
          </div>
          {can.download && (
            <Button
              icon={<DownloadOutlined aria-hidden />}
              loading={save.isPending && save.variables === vid}
              aria-label={t('downloadOf', { vid })}
              onClick={() => save.mutate(vid)}
            >
              {t('download')}
            </Button>
          )}
          {can.set && (
            <Button danger aria-label={t('renewOf', { vid })} onClick={() => onRenew(vid)}>
              {t('renew')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Creates a key for a vendor number, or replaces it. */
const useMakeKey = () => {
  const { t } = useTranslation('accounts')
  const confirm = useConfirm()
  const [isAdding, setAdding] = useState(false)
  const make = useChange({
    run: (vid: number) => call('setSecretKey', { params: { vid: String(vid) } }),
    done: ({ vid }) => {
      setAdding(false)
      showSuccess(t('keyMade', { vid }))
    },
    outdated: ['getSecretKeys'],
    refused: (error) => {
      if (!isAdding || !(error instanceof CallError)) showError(error)
    },
  })
  const askRenew = (vid: number): void =>
    confirm({
      title: t('askRenew', { vid }),
      text: t('renewEffect'),
      verb: t('keyMake'),
      run: () => make.mutateAsync(vid),
    })
  const mistake =
    make.error instanceof CallError ? (make.error.details[0]?.message ?? make.error.message) : null
  return { isAdding, setAdding, make, mistake, askRenew }
}

/** Keys by vendor number; the key itself can only be downloaded. */
export const SecretKeys = () => {
  const { t } = useTranslation('accounts')
  const keys = useQuery(buildQuery('getSecretKeys'))
  const { isAdding, setAdding, make, mistake, askRenew } = useMakeKey()
  const { items, can } = keys.data ?? { items: [], can: { set: false, download: false } }
  return (
    <section className="min-w-0 card" aria-labelledby="account-keys">
      <header className={style.head}>
        <div className={style.grow}>
          <h2 id="account-keys" className="m-0 text-16 semibold break-anywhere">
            {t('keys')}
          </h2>
          <p className={style.sub}>{t('keysHint')}</p>
        </div>
        {can.set && (
          <Button
            icon={<PlusOutlined aria-hidden />}
            onClick={() => {
              make.reset()
              setAdding(true)
            }}
          >
            {t('keyNew')}
          </Button>
        )}
      </header>
      <div className="grid gap-20 min-w-0 p-16-20">
        {keys.isError && !keys.data ? (
          <Failure error={keys.error} onRetry={() => void keys.refetch()} />
        ) : keys.isPending ? (
          <Skeleton active paragraph={{ rows: 2 }} title={false} />
        ) : items.length === 0 ? (
          <p className="m-0 muted">{can.set ? t('keysNone') : t('keysNoneReader')}</p>
        ) : (
          <KeyList items={items} can={can} onRenew={askRenew} />
        )}
      </div>
      <NewNumber
        open={isAdding}
        taken={items.map(({ vid }) => vid)}
        isBusy={make.isPending}
        onMake={(vid) => make.mutate(vid)}
        onClose={() => setAdding(false)}
        mistake={mistake}
      />
    </section>
  )
}

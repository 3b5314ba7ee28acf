import { BookOutlined, DeleteOutlined, ShareAltOutlined } from '@ant-design/icons'
import { viewsAtMost, type ListView } from '@swath/contract/people/list-views'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Input, Popover } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { call } from '../lib/api.ts'
import { queryClient, buildQuery } from '../lib/query.ts'
import { useUser } from '../lib/session.ts'
import { SharedViews, useShareView } from './shared-views.tsx'
import { ToolButton } from './tool-button.tsx'
import style from './list-views.module.css'

/** Parameters that are not part of a saved view. */
const passing = ['open', 'currentPage']
const nameAtMost = 40

const withoutPassing = (params: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...params].filter(([key]) => !passing.includes(key)))

/** The name, with a number if another of the views has it. */
const pickFreeName = (name: string, views: readonly ListView[]): string => {
  const isTaken = (one: string): boolean => views.some((view) => view.name === one)
  let free = name
  for (let n = 2; isTaken(free); n += 1) free = `${name.slice(0, nameAtMost - 3)} ${n}`
  return free
}

const SaveForm = ({ onSave, isPending, isFull }: SaveProps) => {
  const { t } = useTranslation('ui')
  const [name, setName] = useState('')
  return (
    <form
      className={`grid gap-8 border-t ${style.form}`}
      onSubmit={(event) => {
        event.preventDefault()
        if (!name.trim()) return
        onSave(name.trim())
        setName('')
      }}
    >
      <Input
        size="small"
        value={name}
        maxLength={nameAtMost}
        placeholder={t('viewName')}
        aria-label={t('viewName')}
        onChange={(event) => setName(event.target.value)}
      />
      <Button
        size="small"
        type="primary"
        htmlType="submit"
        loading={isPending}
        disabled={name.trim() === '' || isFull}
      >
        {t('viewKeep')}
      </Button>
    </form>
  )
}
type SaveProps = { onSave: (name: string) => void; isPending: boolean; isFull: boolean }

type OwnProps = {
  views: readonly ListView[]
  present: string
  onTake: (view: ListView) => void
  /** Null for a view that is shared as it is. */
  share: (view: ListView) => (() => void) | null
  onRemove: (view: ListView) => void
}
const OwnViews = ({ views, present, onTake, share, onRemove }: OwnProps) => {
  const { t } = useTranslation('ui')
  const { accountName: account } = useUser()
  return (
    <ul className={`list-plain grid ${style.list}`}>
      {views.map((view) => {
        const { name, query } = view
        const onShare = share(view)
        return (
          <li key={name}>
            <Button
              type="text"
              size="small"
              className={style.view ?? ''}
              aria-current={query === present}
              onClick={() => onTake(view)}
            >
              <span className={style.name}>{name}</span>
            </Button>
            {onShare && (
              <Button
                type="text"
                size="small"
                icon={<ShareAltOutlined />}
                title={t('viewShare', { name, account })}
                aria-label={t('viewShare', { name, account })}
                onClick={onShare}
              />
            )}
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              title={t('viewRemove', { name })}
              aria-label={t('viewRemove', { name })}
              onClick={() => onRemove(view)}
            />
          </li>
        )
      })}
    </ul>
  )
}

export const Views = ({ list, onTaken }: { list: string; onTaken: () => void }) => {
  const { t } = useTranslation('ui')
  const [params, setParams] = useSearchParams()
  const kept = useQuery(buildQuery('getOwnListViews', { query: { list } }))
  const keep = useMutation({
    mutationFn: (items: ListView[]) => call('keepOwnListViews', { body: { list, items } }),
    onSuccess: (answer) =>
      queryClient.setQueryData(buildQuery('getOwnListViews', { query: { list } }).queryKey, answer),
  })
  const shared = useQuery(buildQuery('listSharedViews', { query: { list } })).data?.items ?? []
  const { mutate: share } = useShareView()
  const views = kept.data?.items ?? []
  const isFull = kept.isPending || views.length >= viewsAtMost
  const present = withoutPassing(params).toString()
  const isShared = ({ name, query }: ListView): boolean =>
    shared.some((view) => view.own && view.name === name && view.query === query)
  const save = (view: ListView): void =>
    keep.mutate([...views.filter(({ name }) => name !== view.name), view])
  const take = ({ query }: ListView): void => {
    setParams(withoutPassing(new URLSearchParams(query)), { preventScrollReset: true })
    onTaken()
  }
  return (
    <div className={style.views}>
      {kept.data && views.length === 0 && <p className="m-0 muted">{t('viewsNone')}</p>}
      {shared.length > 0 && views.length > 0 && <h3 className={style.heading}>{t('viewsOwn')}</h3>}
      <OwnViews
        views={views}
        present={present}
        onTake={take}
        share={(view) => (isShared(view) ? null : () => share({ list, ...view }))}
        onRemove={(view) => keep.mutate(views.filter((one) => one !== view))}
      />
      {shared.length > 0 && (
        <SharedViews
          views={shared}
          present={present}
          onTake={take}
          onCopy={
            isFull ? null : ({ name, query }) => save({ name: pickFreeName(name, views), query })
          }
        />
      )}
      <SaveForm
        onSave={(name) => save({ name, query: present })}
        isPending={keep.isPending}
        isFull={isFull}
      />
    </div>
  )
}

/** Saved views: named filters and sort orders, of the person and of their account. */
export const ListViews = ({ list }: { list: string }) => {
  const { t } = useTranslation('ui')
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      title={t('views')}
      open={isOpen}
      onOpenChange={setOpen}
      destroyOnHidden
      content={<Views list={list} onTaken={() => setOpen(false)} />}
    >
      <ToolButton icon={<BookOutlined />} label={t('views')} />
    </Popover>
  )
}

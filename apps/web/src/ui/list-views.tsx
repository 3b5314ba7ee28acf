import { BookOutlined, DeleteOutlined } from '@ant-design/icons'
import { viewsAtMost, type ListView } from '@swath/contract/people/list-views'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Input, Popover } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { call } from '../lib/api.ts'
import { queryClient, buildQuery } from '../lib/query.ts'
import { ToolButton } from './tool-button.tsx'
import style from './list-views.module.css'

/** Parameters that are not part of a saved view. */
const passing = ['open', 'currentPage']

export const Views = ({ list, onTaken }: { list: string; onTaken: () => void }) => {
  const { t } = useTranslation('ui')
  const [params, setParams] = useSearchParams()
  const [name, setName] = useState('')
  const kept = useQuery(buildQuery('getOwnListViews', { query: { list } }))
  const keep = useMutation({
    mutationFn: (items: ListView[]) => call('keepOwnListViews', { body: { list, items } }),
    onSuccess: (answer) =>
      queryClient.setQueryData(buildQuery('getOwnListViews', { query: { list } }).queryKey, answer),
  })
  const views = kept.data?.items ?? []
  const present = new URLSearchParams(
    [...params].filter(([key]) => !passing.includes(key)),
  ).toString()
  const save = (): void => {
    const chosen = name.trim()
    if (!chosen) return
    keep.mutate([...views.filter((view) => view.name !== chosen), { name: chosen, query: present }])
    setName('')
  }
  const take = ({ query }: ListView): void => {
    setParams(new URLSearchParams(query), { preventScrollReset: true })
    onTaken()
  }
  return (
    <div className={style.views}>
      {kept.data && views.length === 0 && <p className="m-0 muted">{t('viewsNone')}</p>}
      <ul className={`list-plain grid ${style.list}`}>
        {views.map((view) => (
          <li key={view.name}>
            <Button
              type="text"
              size="small"
              className={style.view ?? ''}
              aria-current={view.query === present}
              onClick={() => take(view)}
            >
              {view.name}
            </Button>
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label={t('viewRemove', { name: view.name })}
              onClick={() => keep.mutate(views.filter((one) => one !== view))}
            />
          </li>
        ))}
      </ul>
      <form
        className={`grid gap-8 border-t ${style.form}`}
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <Input
          size="small"
          value={name}
          maxLength={40}
          placeholder={t('viewName')}
          aria-label={t('viewName')}
          onChange={(event) => setName(event.target.value)}
        />
        <Button
          size="small"
          type="primary"
          htmlType="submit"
          loading={keep.isPending}
          disabled={name.trim() === '' || kept.isPending || views.length >= viewsAtMost}
        >
          {t('viewKeep')}
        </Button>
      </form>
    </div>
  )
}

/** Saved views: named filters and sort orders, stored for the person on every device. */
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

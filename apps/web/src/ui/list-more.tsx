import {
  BookOutlined,
  CheckSquareOutlined,
  DownloadOutlined,
  EllipsisOutlined,
  ReloadOutlined,
} from '@ant-design/icons'
import { Button, Drawer, Dropdown } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSavedFile, type ListFile } from './list-files.ts'
import { Views } from './list-views.tsx'

type Props = {
  name: string
  refetch: () => void
  hasFilters: boolean
  files: readonly ListFile[]
  /** Starts row selection; null if rows cannot be selected. */
  onChoose: (() => void) | null
}

/** On a phone the toolbar of a list is behind one button. */
export const ListMore = ({ name, refetch, hasFilters, files, onChoose }: Props) => {
  const { t } = useTranslation('ui')
  const [isOpen, setOpen] = useState(false)
  const save = useSavedFile()
  const items = [
    ...(onChoose
      ? [{ key: 'choose', icon: <CheckSquareOutlined aria-hidden />, label: t('chooseRows') }]
      : []),
    { key: 'refresh', icon: <ReloadOutlined aria-hidden />, label: t('refresh') },
    ...(hasFilters
      ? [{ key: 'views', icon: <BookOutlined aria-hidden />, label: t('views') }]
      : []),
    ...files.map(({ label }, index) => ({
      key: String(index),
      icon: <DownloadOutlined aria-hidden />,
      label: `${t('terms:export')} ${label}`,
    })),
  ]
  const act = (key: string): void => {
    if (key === 'choose') onChoose?.()
    else if (key === 'refresh') refetch()
    else if (key === 'views') setOpen(true)
    else save.mutate(files[Number(key)]!)
  }
  return (
    <>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{ items, onClick: ({ key }) => act(key) }}
      >
        <Button
          type="text"
          loading={save.isPending}
          icon={<EllipsisOutlined />}
          aria-label={t('more')}
        />
      </Dropdown>
      <Drawer
        placement="bottom"
        size="auto"
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('views')}
        destroyOnHidden
      >
        <Views list={name} onTaken={() => setOpen(false)} />
      </Drawer>
    </>
  )
}

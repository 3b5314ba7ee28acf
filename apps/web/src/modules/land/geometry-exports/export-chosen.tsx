import { DownloadOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSavedFile, type ListFile } from '../../../ui/list-files.ts'

/** More ids than this do not fit into a URL. */
const chosenAtMost = 250

type Props = { count: number; files: readonly ListFile[] }
/** Exports the selected rows in a format. */
export const ExportChosen = ({ count, files }: Props) => {
  const { t } = useTranslation('terms')
  const save = useSavedFile()
  return (
    <Dropdown
      trigger={['click']}
      disabled={count > chosenAtMost}
      menu={{
        items: files.map(({ label }, index) => ({ key: String(index), label })),
        onClick: ({ key }) => save.mutate(files[Number(key)]!),
      }}
    >
      <Button size="small" icon={<DownloadOutlined aria-hidden />} loading={save.isPending}>
        {t('export')}
      </Button>
    </Dropdown>
  )
}

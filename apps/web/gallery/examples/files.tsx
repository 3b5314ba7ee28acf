import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChosenFile, FileButton, FileDrop } from '../../src/ui/file-choice.tsx'
import { ImageUpload } from '../../src/ui/image-upload.tsx'
import { TableUpload } from '../../src/ui/table-upload.tsx'
import { Cover, States, type Example } from '../example.tsx'

const nothing = (): void => undefined

const Files = () => {
  const { t } = useTranslation('ui')
  return (
    <div className="grid gap-16">
      <States>
        <FileButton onFiles={nothing}>{t('terms:chooseAFile')}</FileButton>
        <ChosenFile file={new File(['x'.repeat(2048)], 'east-bank.tlog')} />
      </States>
      <FileDrop choose={t('terms:chooseAFile')} onFile={nothing} isCentered>
        <p>{t('uploadHint')}</p>
      </FileDrop>
    </div>
  )
}

const Images = () => {
  const { t } = useTranslation('ui')
  const [logo, setLogo] = useState<string | null>('/favicon.svg')
  const [avatar, setAvatar] = useState<string | null>(null)
  return (
    <div className="grid gap-16">
      <ImageUpload value={logo} onChange={setLogo} label={t('uploadLogo')} purpose="logo" />
      <ImageUpload value={avatar} onChange={setAvatar} label={t('terms:name')} purpose="avatar" />
    </div>
  )
}

const found = {
  rows: 3,
  good: 2,
  digest: 'gallery',
  shown: [
    { line: 2, cells: { droneId: 'SW25-00007', droneName: 'East Bank 7' }, wrong: [] },
    {
      line: 3,
      cells: { droneId: 'SW25-00007', droneName: 'East Bank 8' },
      wrong: [{ column: 'droneId', message: 'Line 2 has the same serial number.' }],
    },
  ],
}

const Table = () => {
  const { t } = useTranslation('drones')
  return (
    <Cover label={t('importTitle')}>
      {(close) => (
        <TableUpload
          title={t('importTitle')}
          onClose={close}
          texts={{
            about: t('importText'),
            drop: t('importDrop'),
            reading: t('importReading'),
            limits: t('importLimits'),
            template: t('template'),
            templateName: t('templateName'),
            line: t('importLine'),
            other: t('importOther'),
          }}
          describe={() => ({
            title: t('importGood', { count: 2, shown: '2' }),
            shownOfAll: t('importShown', { shown: '2', all: '3' }),
            take: t('importTake', { shown: '2' }),
          })}
          columns={() => [
            { key: 'droneId', title: t('droneId') },
            { key: 'droneName', title: t('droneName') },
          ]}
          preview={() => Promise.resolve(found)}
          take={() => Promise.resolve()}
          template={() => Promise.resolve(new Blob())}
        />
      )}
    </Cover>
  )
}

export const fileExamples: readonly Example[] = [
  { name: 'file-choice', folder: 'ui', Show: Files },
  { name: 'image-upload', folder: 'ui', Show: Images },
  { name: 'table-upload', folder: 'ui', Show: Table, isCover: true },
]

import { useTranslation } from 'react-i18next'
import { useConfirm } from '../../src/ui/confirm.tsx'
import { useCredentialReveal } from '../../src/ui/credential-reveal.tsx'
import { useDeletion } from '../../src/ui/deletion.tsx'
import { Dock } from '../../src/ui/dock.tsx'
import { Panel } from '../../src/ui/panel.tsx'
import { StageProvider } from '../../src/ui/stage.tsx'
import { useMemo, useState, type ReactNode } from 'react'
import { drones } from '../data.ts'
import { Opener, type Example } from '../example.tsx'

const Confirm = ({ typeName }: { typeName?: string }) => {
  const { t } = useTranslation('ui')
  const confirm = useConfirm()
  const open = (): void =>
    confirm({
      title: t('rowAskDelete', { name: 'East Dam' }),
      text: t('leaveText'),
      verb: t('terms:delete'),
      ...(typeName === undefined ? {} : { typeName }),
      run: () => Promise.resolve(),
    })
  return <Opener label={t('terms:delete')} open={open} />
}

const Credential = () => {
  const { t } = useTranslation('ui')
  const reveal = useCredentialReveal()
  const open = (): void =>
    reveal({
      title: t('rowAdded', { name: 'Somchai' }),
      lines: [
        [t('terms:phone'), '+66-812345678'],
        [t('terms:password'), 'Paddy-4471'],
      ],
      after: <p>{t('terms:whenYouAskForHelpQuote')}</p>,
    })
  return <Opener label={t('makePassword')} open={open} />
}

const Deletion = () => {
  const { t } = useTranslation('ui')
  const askDelete = useDeletion()
  const open = (): void =>
    askDelete({
      title: t('rowAskDelete', { name: drones[3]!.droneName }),
      text: t('leaveText'),
      verb: t('terms:delete'),
      run: () => Promise.resolve(),
      done: t('rowDeleted', { name: drones[3]!.droneName }),
    })
  return <Opener label={t('terms:delete')} open={open} />
}

/** The part of the page over which panels are drawn. */
const Stage = ({ children }: { children: ReactNode }) => {
  const [overlay, setOverlay] = useState<HTMLElement | null>(null)
  const stage = useMemo(
    () => ({ layout: 'map' as const, isMapOpen: true, openMap: () => undefined, overlay }),
    [overlay],
  )
  return (
    <div className="gallery-stage">
      <div ref={setOverlay} />
      <StageProvider value={stage}>{children}</StageProvider>
    </div>
  )
}

const Docked = () => {
  const { t } = useTranslation('ui')
  return (
    <Stage>
      <Dock>
        <p style={{ padding: 16 }}>{t('terms:playback')}</p>
      </Dock>
    </Stage>
  )
}

const Panels = () => {
  const { t } = useTranslation('ui')
  return (
    <Stage>
      <Panel side="left" title={t('terms:drones')} footer={t('total', { count: 64, shown: '64' })}>
        <ul>
          {drones.map(({ droneId, droneName }) => (
            <li key={droneId}>{droneName}</li>
          ))}
        </ul>
      </Panel>
    </Stage>
  )
}

const OpenedPanel = () => {
  const { t } = useTranslation('ui')
  const [isOpen, setOpen] = useState(true)
  return (
    <Stage>
      {isOpen && (
        <Panel side="right" title={drones[0]!.droneName} onClose={() => setOpen(false)}>
          <p style={{ padding: 16 }}>{t('terms:details')}</p>
        </Panel>
      )}
    </Stage>
  )
}

export const dialogExamples: readonly Example[] = [
  { name: 'confirm', folder: 'ui', Show: () => <Confirm />, isCover: true },
  {
    name: 'confirm-name',
    folder: 'ui',
    Show: () => <Confirm typeName="East Dam" />,
    isCover: true,
  },
  { name: 'credential-reveal', folder: 'ui', Show: Credential, isCover: true },
  { name: 'deletion', folder: 'ui', Show: Deletion, isCover: true },
  { name: 'dock', folder: 'ui', isWide: true, Show: Docked },
  { name: 'panel', folder: 'ui', isWide: true, Show: Panels },
  { name: 'panel-opened', folder: 'ui', isWide: true, Show: OpenedPanel },
]

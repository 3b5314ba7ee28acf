import { Button, DatePicker, Progress } from 'antd'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { showWarning } from '../../../../lib/errors.ts'
import { formatBytes } from '../../../../lib/format.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { boundsOfPlaces } from '../../../../map/shapes.ts'
import { useWholeMap } from '../../../../ui/stage.tsx'
import { Dock } from '../../../../ui/dock.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { useFreeMap } from '../../../../ui/use-free-map.ts'
import { useNarrow } from '../../../../ui/use-width.ts'
import { PrivateFileDrop } from '../private-file-drop.tsx'
import { ToolPage, ToolShows, ToTools } from '../tool-page.tsx'
import { DamageReport, LogContents, LogEvents, LogSummary } from './log-facts.tsx'
import { LogCharts, type LogCursor } from './log-charts.tsx'
import { writtenForms, type OpenedLog, type WrittenForm } from './log-session.ts'
import { useLog, type LogState } from './use-log.ts'
import tool from '../tools.module.css'
import style from './logs.module.css'

const formLabels: Readonly<Record<WrittenForm, string>> = {
  gpx: 'GPX',
  geojson: 'GeoJSON',
  csv: 'CSV',
}

/** Moves the map to the track of a newly opened log. */
const useTrackInView = (track: OpenedLog['track'] | undefined): void => {
  const { map, padding } = useFreeMap()
  useEffect(() => {
    const bounds = track && boundsOfPlaces(track.lng.map((lng, i) => [lng, track.lat[i]!]))
    if (map && bounds) map.fitBounds(bounds, { padding: padding(), maxZoom: 18 })
  }, [map, track, padding])
}

type Log = ReturnType<typeof useLog>
type Opened = Extract<LogState, { step: 'open' }>

/** Converts the log to another format, in the browser. */
const SaveAs = ({ file, write }: { file: File; write: Log['write'] }) => {
  const { t } = useTranslation('tools')
  const [writing, setWriting] = useState<WrittenForm | null>(null)
  const save = async (form: WrittenForm): Promise<void> => {
    setWriting(form)
    try {
      saveFile(`${file.name.replace(/\.[^.]+$/, '')}.${form}`, await write(form))
    } catch (error) {
      console.warn(error)
      showWarning(t('logUnreadable'))
    }
    setWriting(null)
  }
  return (
    <div className="flex wrap gap-8 items-center">
      {writtenForms.map((form) => (
        <Button key={form} size="small" loading={writing === form} onClick={() => void save(form)}>
          {t('saveAs', { form: formLabels[form] })}
        </Button>
      ))}
    </div>
  )
}

/** Asks for the start of a log whose points have no absolute time. */
const WhenBegan = ({ onBegan }: { onBegan: (startMs: number) => void }) => {
  const { t } = useTranslation('tools')
  return (
    <div className={tool.field}>
      <span>{t('whenBegan')}</span>
      <DatePicker
        showTime
        aria-label={t('whenBegan')}
        format="YYYY/MM/DD HH:mm:ss"
        onChange={(at) => {
          if (at) onBegan(at.valueOf())
        }}
      />
      <small>{t('whenBeganHint')}</small>
    </div>
  )
}

const OpenLog = ({
  opened: { file, log },
  with: { open, close, chosen, toggle, empty, write },
  charts,
  onSeek,
}: {
  opened: Opened
  with: Log
  charts: ReactNode
  onSeek: (tMs: number) => void
}) => {
  const { t } = useTranslation('tools')
  return (
    <>
      <div className={`flex wrap gap-4-12 items-center ${style.file}`}>
        <strong className="min-w-0 semibold break-anywhere">{file.name}</strong>
        <span className={tool.hint}>{formatBytes(file.size)}</span>
        <Button size="small" onClick={close}>
          {t('terms:close')}
        </Button>
      </div>
      {charts}
      <LogSummary log={log} />
      {log.pointCount === 0 && log.report.withoutTime > 0 && (
        <WhenBegan onBegan={(startMs) => open(file, startMs)} />
      )}
      {log.pointCount > 0 && <SaveAs file={file} write={write} />}
      <DamageReport log={log} />
      {empty.length > 0 && (
        <p className={tool.warning}>{t('noValues', { names: empty.join(', ') })}</p>
      )}
      {log.kinds.length > 0 && <LogContents kinds={log.kinds} chosen={chosen} onToggle={toggle} />}
      <LogEvents log={log} onSeek={onSeek} />
    </>
  )
}

type BeforeLogProps = {
  state: Exclude<LogState, { step: 'open' }>
  open: Log['open']
  close: () => void
}

/** Shown until a log is open: the file input, the progress, or the error. */
const BeforeLog = ({ state, open, close }: BeforeLogProps) => {
  const { t } = useTranslation('tools')
  if (state.step === 'reading')
    return (
      <ToolPage title={t('terms:flightLogViewer')} lead={t('logsLead')}>
        <div className={`grid gap-8 justify-items-start ${tool.card}`} role="status">
          <p className="m-0 break-anywhere">
            {t('readingLog', { name: state.file.name, size: formatBytes(state.file.size) })}
          </p>
          <Progress
            percent={Math.round(state.share * 100)}
            aria-label={t('terms:flightLogViewer')}
          />
          <Button onClick={close}>{t('stopReading')}</Button>
        </div>
      </ToolPage>
    )
  return (
    <ToolPage title={t('terms:flightLogViewer')} lead={t('logsLead')}>
      {state.step === 'refused' && (
        <p className={tool.danger} role="alert">
          {t(state.why === 'not_a_log' ? 'notALog' : 'logUnreadable', { name: state.file.name })}
        </p>
      )}
      <PrivateFileDrop
        choose={t('chooseLog')}
        hint={t('logFormats')}
        onFile={(file) => open(file)}
      />
      <ToolShows lines={[t('logsShowTrack'), t('logsShowEvents'), t('logsShowFiles')]} />
    </ToolPage>
  )
}

/** Opens a flight log in the browser; it is neither uploaded nor stored. */
export const FlightLogsScreen = () => {
  const { t } = useTranslation('tools')
  const narrow = useNarrow()
  const reading = useLog()
  const { state, open, close, series, readingShare } = reading
  const cursor = useRef<LogCursor>(null)
  const log = state.step === 'open' ? state.log : null
  useWholeMap(log !== null)
  useTrackInView(log?.track)
  const charts = state.step === 'open' && (state.log.track || state.log.kinds.length > 0) && (
    <LogCharts
      key={`${state.file.name} ${state.file.lastModified}`}
      log={state.log}
      series={series}
      readingShare={readingShare}
      cursor={cursor}
    />
  )
  if (state.step !== 'open') return <BeforeLog state={state} open={open} close={close} />
  return (
    <>
      <Panel
        side="left"
        title={
          <>
            <ToTools />
            {t('terms:flightLogViewer')}
          </>
        }
      >
        <div className={`grid gap-16 content-start ${tool.panelBody}`}>
          <h1 className="sr-only">{t('terms:flightLogViewer')}</h1>
          <OpenLog
            opened={state}
            with={reading}
            charts={narrow && charts}
            onSeek={(tMs) => cursor.current?.seek(tMs)}
          />
        </div>
      </Panel>
      {!narrow && charts && (
        <Dock>
          <div className={style.dock}>{charts}</div>
        </Dock>
      )}
    </>
  )
}

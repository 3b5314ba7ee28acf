import { Button, DatePicker, Progress } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { showWarning } from '../../../lib/errors.ts'
import { formatBytes } from '../../../lib/format.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { panelPadding } from '../../../map/fit.ts'
import { useMap } from '../../../map/map-context.ts'
import { boundsOfPlaces } from '../../../map/shapes.ts'
import { Panel } from '../../../ui/panel.tsx'
import { useStage } from '../../../ui/stage.tsx'
import { useNarrow } from '../../../ui/use-width.ts'
import { FileDrop } from '../file-drop.tsx'
import { sheetShare, ToTools } from '../tool-page.tsx'
import { DamageReport, LogContents, LogEvents, LogSummary } from './log-facts.tsx'
import { LogCharts, type LogCursor } from './log-charts.tsx'
import { writtenForms, type WrittenForm } from './log-session.ts'
import { useLog } from './use-log.ts'
import tool from '../tools.module.css'
import style from './logs.module.css'

const formWords: Readonly<Record<WrittenForm, string>> = {
  gpx: 'GPX',
  geojson: 'GeoJSON',
  csv: 'CSV',
}
const dockPx = 300

/** Opens a flight log in the browser: nothing of it is sent or kept. */
export const FlightLogsScreen = () => {
  const { t } = useTranslation('tools')
  const map = useMap()
  const narrow = useNarrow()
  const { overlay } = useStage()
  const { state, open, close, chosen, toggle, series, empty, readingShare, write } = useLog()
  const cursor = useRef<LogCursor>(null)
  const [writing, setWriting] = useState<WrittenForm | null>(null)
  const log = state.step === 'open' ? state.log : null

  const track = log?.track
  useEffect(() => {
    const bounds = track && boundsOfPlaces(track.lng.map((lng, i) => [lng, track.lat[i]!]))
    if (map && bounds)
      map.fitBounds(bounds, {
        padding: panelPadding(window.innerWidth, {
          left: true,
          bottomPx: narrow ? sheetShare * window.innerHeight : dockPx,
        }),
        maxZoom: 18,
      })
  }, [map, track, narrow])

  const save = async (form: WrittenForm): Promise<void> => {
    if (state.step !== 'open') return
    setWriting(form)
    try {
      saveFile(`${state.file.name.replace(/\.[^.]+$/, '')}.${form}`, await write(form))
    } catch (error) {
      console.warn(error)
      showWarning(t('logUnreadable'))
    }
    setWriting(null)
  }
  const drop = (
    <FileDrop choose={t('chooseLog')} hint={t('logFormats')} onFile={(file) => open(file)} />
  )
  const hasCurves = log !== null && (log.track !== null || log.kinds.length > 0)
  const charts = log && hasCurves && (
    <LogCharts
      key={state.step === 'open' ? `${state.file.name} ${state.file.lastModified}` : ''}
      log={log}
      series={series}
      readingShare={readingShare}
      cursor={cursor}
    />
  )

  return (
    <>
      <Panel
        side="left"
        sheet="half"
        title={
          <>
            <ToTools />
            {t('logs')}
          </>
        }
      >
        <div className={tool.panelBody}>
          <h1 className="sr-only">{t('logs')}</h1>
          {state.step === 'none' && (
            <>
              {drop}
              <p className={tool.hint}>{t('logsLead')}</p>
            </>
          )}
          {state.step === 'reading' && (
            <div className={style.reading} role="status">
              <p>
                {t('readingLog', { name: state.file.name, size: formatBytes(state.file.size) })}
              </p>
              <Progress percent={Math.round(state.share * 100)} aria-label={t('logs')} />
              <Button onClick={close}>{t('stopReading')}</Button>
            </div>
          )}
          {state.step === 'refused' && (
            <>
              <p className={tool.danger} role="alert">
                {t(state.why === 'not_a_log' ? 'notALog' : 'logUnreadable', {
                  name: state.file.name,
                })}
              </p>
              {drop}
            </>
          )}
          {state.step === 'open' && log && (
            <>
              <div className={style.file}>
                <strong>{state.file.name}</strong>
                <span className={tool.hint}>{formatBytes(state.file.size)}</span>
                <Button size="small" onClick={close}>
                  {t('closeLog')}
                </Button>
              </div>
              {narrow && charts}
              <LogSummary log={log} />
              {log.pointCount === 0 && log.report.withoutTime > 0 && (
                <div className={tool.field}>
                  <span>{t('whenBegan')}</span>
                  <DatePicker
                    showTime
                    aria-label={t('whenBegan')}
                    format="YYYY/MM/DD HH:mm:ss"
                    onChange={(at) => {
                      if (at) open(state.file, at.valueOf())
                    }}
                  />
                  <small>{t('whenBeganHint')}</small>
                </div>
              )}
              {log.pointCount > 0 && (
                <div className={tool.actions}>
                  {writtenForms.map((form) => (
                    <Button
                      key={form}
                      size="small"
                      loading={writing === form}
                      onClick={() => void save(form)}
                    >
                      {t('saveAs', { form: formWords[form] })}
                    </Button>
                  ))}
                </div>
              )}
              <DamageReport log={log} />
              {empty.length > 0 && (
                <p className={tool.warning}>{t('noValues', { names: empty.join(', ') })}</p>
              )}
              {log.kinds.length > 0 && (
                <LogContents kinds={log.kinds} chosen={chosen} onToggle={toggle} />
              )}
              <LogEvents log={log} onSeek={(tMs) => cursor.current?.seek(tMs)} />
            </>
          )}
        </div>
      </Panel>
      {!narrow &&
        overlay &&
        charts &&
        createPortal(<div className={style.dock}>{charts}</div>, overlay)}
    </>
  )
}

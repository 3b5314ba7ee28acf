import {
  EllipsisOutlined,
  ExportOutlined,
  LoadingOutlined,
  PrinterOutlined,
} from '@ant-design/icons'
import { mostExported, type FlightExportFormat } from '@swath/contract/flights/flight-exports'
import { Button, Dropdown, Modal, Progress, Radio, Tooltip } from 'antd'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { call } from '../../../../lib/api.ts'
import { showError } from '../../../../lib/errors.ts'
import { formatNumber } from '../../../../lib/format.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import style from './export-flights.module.css'

const formats: readonly {
  format: FlightExportFormat
  name: string
  hint: `flight-exports:${string}`
}[] = [
  { format: 'gpx', name: 'GPX', hint: 'flight-exports:gpxHint' },
  { format: 'kml', name: 'KML', hint: 'flight-exports:kmlHint' },
  { format: 'geojson', name: 'GeoJSON', hint: 'flight-exports:geojsonHint' },
  { format: 'csv', name: 'CSV', hint: 'flight-exports:csvHint' },
  { format: 'isoxml', name: 'TASKDATA', hint: 'flight-exports:isoxmlHint' },
]

const sizeText = (bytes: number): string =>
  bytes < 1_000_000
    ? `${formatNumber(bytes / 1000, 0)} kB`
    : `${formatNumber(bytes / 1_000_000, 1)} MB`

type Selection = { droneId: string; ids?: string[]; startTime?: string; endTime?: string }
type State =
  | { at: 'choice' }
  | { at: 'running'; bytes: number }
  | { at: 'done'; name: string; bytes: number }
  | { at: 'stopped' }

/**
 * Runs one export at a time. It continues when the dialog closes, and is cancelled when the page is
 * left.
 */
const useTrackExport = () => {
  const [state, setState] = useState<State>({ at: 'choice' })
  const leaving = useRef<AbortController | null>(null)
  useEffect(() => () => leaving.current?.abort(), [])
  const start = async (format: FlightExportFormat, selection: Selection): Promise<void> => {
    const abort = new AbortController()
    leaving.current = abort
    setState({ at: 'running', bytes: 0 })
    try {
      const file = await call(
        'exportTracks',
        { body: { format, ...selection } },
        {
          timeoutMs: null,
          signal: abort.signal,
          onBytes: (bytes) => setState({ at: 'running', bytes }),
        },
      )
      saveFile(file.name, file)
      setState({ at: 'done', name: file.name, bytes: file.size })
    } catch (error) {
      if (!abort.signal.aborted) showError(error)
      setState({ at: abort.signal.aborted ? 'stopped' : 'choice' })
    }
  }
  return {
    state,
    start,
    cancel: () => leaving.current?.abort(),
    again: () => setState({ at: 'choice' }),
  }
}

type Choice = { key: string; label: string; count: number; selection: Selection }

type FormatsProps = {
  format: FlightExportFormat
  onFormat: (format: FlightExportFormat) => void
  isDisabled: boolean
}
const Formats = ({ format, onFormat, isDisabled }: FormatsProps) => {
  const { t } = useTranslation('flight-exports')
  return (
    <fieldset className={style.group}>
      <legend>{t('terms:format')}</legend>
      <Radio.Group
        vertical
        value={format}
        disabled={isDisabled}
        onChange={(event) => onFormat(event.target.value as FlightExportFormat)}
        options={formats.map((one) => ({
          value: one.format,
          label: (
            <span className={style.format}>
              <strong>{one.name}</strong>
              <span className="muted text-13">{t(one.hint)}</span>
            </span>
          ),
        }))}
      />
    </fieldset>
  )
}

type WhatProps = {
  choices: readonly Choice[]
  chosen: Choice | undefined
  onChoose: (key: string) => void
  isDisabled: boolean
}

/** Selects what is exported, if there is more than one option. */
const What = ({ choices, chosen, onChoose, isDisabled }: WhatProps) => {
  const { t } = useTranslation('flight-exports')
  if (choices.length < 2) return null
  return (
    <fieldset className={style.group} disabled={isDisabled}>
      <legend>{t('what')}</legend>
      <Radio.Group
        vertical
        value={chosen?.key}
        disabled={isDisabled}
        onChange={(event) => onChoose(event.target.value as string)}
        options={choices.map(({ key, label }) => ({ value: key, label }))}
      />
    </fieldset>
  )
}

const ExportState = ({ state, isTooMany }: { state: State; isTooMany: boolean }) => {
  const { t } = useTranslation('flight-exports')
  return (
    <div role="status" className={style.state}>
      {isTooMany && t('tooMany', { most: mostExported })}
      {state.at === 'running' && (
        <>
          <Progress
            percent={100}
            status="active"
            showInfo={false}
            size="small"
            aria-label={t('terms:exportTracks')}
          />
          <p className="m-0 muted text-13">
            {state.bytes === 0 ? t('preparing') : t('received', { size: sizeText(state.bytes) })}
          </p>
          <p className="m-0 muted text-13">{t('leave')}</p>
        </>
      )}
      {state.at === 'done' && t('done', { name: state.name, size: sizeText(state.bytes) })}
      {state.at === 'stopped' && t('stopped')}
    </div>
  )
}

/** The dialog of an export, which runs on after the dialog is closed. */
const useExportDialog = ({ label, choices }: { label: string; choices: readonly Choice[] }) => {
  const { t } = useTranslation('flight-exports')
  const [isOpen, open] = useState(false)
  const [format, setFormat] = useState<FlightExportFormat>('gpx')
  const [wish, setWish] = useState<string | null>(null)
  const { state, start, cancel, again } = useTrackExport()
  const chosen = choices.find(({ key }) => key === wish) ?? choices[0]
  const isTooMany = chosen !== undefined && chosen.count > mostExported
  const isRunning = state.at === 'running'
  const begin = (): void => {
    if (chosen) void start(format, chosen.selection)
  }
  const foot = (
    <>
      <Button onClick={() => open(false)}>{t('terms:close')}</Button>
      {isRunning ? (
        <Button danger onClick={cancel}>
          {t('cancel')}
        </Button>
      ) : (
        <Button type="primary" disabled={!chosen || isTooMany} onClick={begin}>
          {t('terms:export')}
        </Button>
      )}
    </>
  )
  return {
    isRunning,
    open: () => {
      if (!isRunning) again()
      open(true)
    },
    dialog: (
      <Modal
        open={isOpen}
        onCancel={() => open(false)}
        title={label}
        width={480}
        centered
        destroyOnHidden
        footer={foot}
      >
        <What choices={choices} chosen={chosen} onChoose={setWish} isDisabled={isRunning} />
        <Formats format={format} onFormat={setFormat} isDisabled={isRunning} />
        <ExportState state={state} isTooMany={isTooMany} />
      </Modal>
    ),
  }
}

const ExportButton = ({ label, choices }: { label: string; choices: readonly Choice[] }) => {
  const { isRunning, open, dialog } = useExportDialog({ label, choices })
  return (
    <>
      <Tooltip title={label}>
        {/* antd's loading state would disable the button, so that the dialog could not be
            reopened. */}
        <Button
          type="text"
          size="small"
          icon={isRunning ? <LoadingOutlined /> : <ExportOutlined />}
          aria-busy={isRunning}
          aria-label={label}
          aria-haspopup="dialog"
          onClick={open}
        />
      </Tooltip>
      {dialog}
    </>
  )
}

const buildReportPath = (droneId: string, ids: readonly string[]): string =>
  `/business_manage/drone-list/${encodeURIComponent(droneId)}/report?sorties=${ids.join(',')}`

type ReportLinkProps = { droneId: string; ids: readonly string[]; label: string }
const ReportLink = ({ droneId, ids, label }: ReportLinkProps) => (
  <Tooltip title={label}>
    <Link className={style.tool} to={buildReportPath(droneId, ids)} aria-label={label}>
      <PrinterOutlined />
    </Link>
  </Tooltip>
)

type MenuAction = {
  key: string
  icon: ReactNode
  label: string
  disabled?: boolean
  onClick: () => void
}
type Props = {
  filtering: Selection
  /** Number of sorties that match the filters. */
  total: number
  /** Ids of the selected sorties. */
  chosen: readonly string[]
  /** Listed before the exports. */
  others?: readonly MenuAction[]
}

/** A menu with exports of the selected sorties, or of all in the list. */
export const FlightsMenu = ({ filtering, total, chosen, others = [] }: Props) => {
  const { t } = useTranslation('flight-exports')
  const navigate = useNavigate()
  const { droneId } = filtering
  const choices: Choice[] = [
    ...(chosen.length > 0
      ? [
          {
            key: 'chosen',
            label: t('chosen', { count: chosen.length }),
            count: chosen.length,
            selection: { droneId, ids: [...chosen] },
          },
        ]
      : []),
    ...(total > 0
      ? [{ key: 'all', label: t('all', { count: total }), count: total, selection: filtering }]
      : []),
  ]
  const { isRunning, open, dialog } = useExportDialog({ label: t('terms:exportTracks'), choices })
  const items = [
    ...others,
    {
      key: 'tracks',
      icon: <ExportOutlined aria-hidden />,
      label: t('terms:exportTracks'),
      disabled: choices.length === 0,
      onClick: open,
    },
    ...(chosen.length > 0
      ? [
          {
            key: 'print',
            icon: <PrinterOutlined aria-hidden />,
            label: t('printChosen', { count: chosen.length }),
            onClick: () => void navigate(buildReportPath(droneId, chosen)),
          },
        ]
      : []),
  ]
  return (
    <>
      <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
        <Button
          type="text"
          size="small"
          icon={isRunning ? <LoadingOutlined /> : <EllipsisOutlined />}
          aria-busy={isRunning}
          aria-label={t('ui:more')}
        />
      </Dropdown>
      {dialog}
    </>
  )
}

/** Exports of one sortie: its track, and its printable record. */
export const SortieTools = ({ droneId, sortieId }: { droneId: string; sortieId: string }) => {
  const { t } = useTranslation('flight-exports')
  return (
    <>
      <ExportButton
        label={t('exportOne')}
        choices={[
          { key: 'one', label: t('one'), count: 1, selection: { droneId, ids: [sortieId] } },
        ]}
      />
      <ReportLink droneId={droneId} ids={[sortieId]} label={t('printReport')} />
    </>
  )
}

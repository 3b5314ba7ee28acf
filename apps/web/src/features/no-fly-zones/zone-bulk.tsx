import type { NoFlyZone } from '@swath/contract/no-fly-zones'
import { App, Button, Modal, Progress } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, showSuccess } from '../../lib/errors.ts'
import { changeZones, type RowResult, type ZoneChange } from './zone-changes.ts'
import style from './no-fly-zones.module.css'

type Run = { readonly change: ZoneChange; readonly zones: readonly NoFlyZone[]; readonly results: readonly RowResult[]; readonly isOver: boolean }

const namedAtMost = 5
const verbs: Readonly<Record<ZoneChange, string>> = { enable: 'no-fly-zones:enable', disable: 'no-fly-zones:disable', delete: 'no-fly-zones:delete' }
const asks: Readonly<Record<ZoneChange, string>> = { enable: 'no-fly-zones:askEnableMany', disable: 'no-fly-zones:askDisableMany', delete: 'no-fly-zones:askDeleteMany' }
const effects: Readonly<Record<ZoneChange, string>> = { enable: 'no-fly-zones:enableEffect', disable: 'no-fly-zones:disableEffect', delete: 'no-fly-zones:deleteEffect' }

/** The chosen zones at once: asked by name, done one after the other, and told by row where something fails. */
export const ZoneBulk = ({ zones, clear }: { zones: readonly NoFlyZone[]; clear: () => void }) => {
  const { t } = useTranslation('no-fly-zones')
  const { modal } = App.useApp()
  const [run, setRun] = useState<Run | null>(null)

  const start = async (change: ZoneChange, chosen: readonly NoFlyZone[]): Promise<void> => {
    setRun({ change, zones: chosen, results: [], isOver: false })
    const results = await changeZones(chosen, change, (done) => setRun({ change, zones: chosen, results: done, isOver: false }))
    if (results.every(({ error }) => error === null)) {
      showSuccess(t('doneMany', { count: results.length }))
      setRun(null)
      clear()
    } else {
      setRun({ change, zones: chosen, results, isOver: true })
    }
  }
  const ask = (change: ZoneChange): void => {
    const named = zones.slice(0, namedAtMost)
    void modal.confirm({
      title: t(asks[change], { count: zones.length }), centered: true, okText: t(verbs[change]), cancelText: t('cancel'), autoFocusButton: 'cancel', okButtonProps: { danger: change === 'delete' },
      content: (
        <>
          <p className={style.hint}>{t(effects[change])}</p>
          <ul className={style.names}>{named.map((zone) => <li key={zone.noflyId}>{zone.noflyName}</li>)}{zones.length > named.length && <li>{t('andMore', { count: zones.length - named.length })}</li>}</ul>
        </>
      ),
      onOk: () => void start(change, zones),
    })
  }
  const failed = run?.results.filter(({ error }) => error !== null) ?? []
  return (
    <>
      <Button size="small" disabled={!zones.some((zone) => zone.can.enable && !zone.enabled)} onClick={() => ask('enable')}>{t('enable')}</Button>
      <Button size="small" disabled={!zones.some((zone) => zone.can.enable && zone.enabled)} onClick={() => ask('disable')}>{t('disable')}</Button>
      <Button size="small" danger disabled={!zones.every((zone) => zone.can.delete)} onClick={() => ask('delete')}>{t('delete')}</Button>
      <Modal open={run !== null} centered title={run && t(verbs[run.change])} closable={run?.isOver ?? false} mask={{ closable: false }} onCancel={() => { setRun(null); clear() }}
        footer={run?.isOver ? <><Button onClick={() => { setRun(null); clear() }}>{t('close')}</Button><Button type="primary" onClick={() => void start(run.change, failed.map(({ zone }) => zone))}>{t('tryFailed')}</Button></> : null}>
        {run && (
          <>
            <Progress aria-label={t(verbs[run.change])} percent={Math.round(run.results.length / run.zones.length * 100)} status={failed.length > 0 ? 'exception' : 'active'} format={() => `${run.results.length} / ${run.zones.length}`} />
            <p role="status">{run.isOver ? t('someFailed', { failed: failed.length, done: run.results.length - failed.length }) : t('working')}</p>
            {failed.length > 0 && <ul className={style.results}>{failed.map(({ zone, error }) => <li key={zone.noflyId}><strong>{zone.noflyName}</strong><span>{errorText(error)}</span></li>)}</ul>}
          </>
        )}
      </Modal>
    </>
  )
}

import { PrinterOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { QrCode } from '../../../ui/qr-code.tsx'
import style from './drone-label.module.css'

type Labelled = {
  droneId: string
  droneName: string
  modelName: string
  zzAccountName: string
  regMark: string | null
}

/** The link in the code: the drone's page, for people with access to it. */
const buildDroneAddress = (droneId: string): string =>
  `${window.location.origin}/business_manage/drone-list/${encodeURIComponent(droneId)}`

const Label = ({ drone }: { drone: Labelled }) => {
  const { t } = useTranslation('drones')
  return (
    <div className={style.label}>
      <QrCode
        text={buildDroneAddress(drone.droneId)}
        label={t('labelCode', { name: drone.droneName })}
        correction="quartile"
        size="24mm"
      />
      <div className={`grid min-w-0 break-anywhere ${style.text}`}>
        <strong>{drone.droneId}</strong>
        <span>{drone.droneName}</span>
        <span>
          {drone.modelName} · {drone.zzAccountName}
        </span>
        {drone.regMark && <span>{drone.regMark}</span>}
      </div>
    </div>
  )
}

type Props = { drones: readonly Labelled[]; onClose: () => void }

/** Labels for drones, 62 by 29 mm each. The print shows only the labels. */
export const DroneLabels = ({ drones, onClose }: Props) => {
  const { t } = useTranslation('drones')
  return (
    <>
      <Modal
        open
        centered
        onCancel={onClose}
        title={t('labelTitle', { count: drones.length })}
        width={420}
        footer={
          <>
            <Button onClick={onClose}>{t('terms:close')}</Button>
            <Button type="primary" icon={<PrinterOutlined />} onClick={() => window.print()}>
              {t('terms:print')}
            </Button>
          </>
        }
      >
        <p className="muted mb-12">{t('labelText')}</p>
        <div className={`grid gap-8 justify-items-center ${style.preview}`}>
          {drones.slice(0, 3).map((drone) => (
            <Label key={drone.droneId} drone={drone} />
          ))}
        </div>
        {drones.length > 3 && (
          <p className="muted mb-12">{t('labelMore', { count: drones.length - 3 })}</p>
        )}
      </Modal>
      {createPortal(
        <div className={style.sheet} aria-hidden="true">
          {drones.map((drone) => (
            <Label key={drone.droneId} drone={drone} />
          ))}
        </div>,
        document.body,
      )}
    </>
  )
}

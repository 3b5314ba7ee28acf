import { PrinterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { showWarning } from '../../../../lib/errors.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { QrCode } from '../../../../ui/qr-code.tsx'
import { qrPng, qrSvg, type QrCorrection } from '../../../../ui/qr-picture.ts'
import tool from '../tools.module.css'
import style from './qr-codes.module.css'

export type PrintedCode = {
  readonly text: string
  readonly label: string
  readonly correction: QrCorrection
  readonly sideMm: number
}

/** The code in its true size, with exports; null if there is none yet. */
export const CodePreview = ({ code, fileName }: { code: PrintedCode | null; fileName: string }) => {
  const { t } = useTranslation('tools')
  const name = `${t('qrFile')}-${fileName.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-').slice(0, 40)}`
  const savePng = async (): Promise<void> => {
    const png = code && (await qrPng(code))
    if (png) saveFile(`${name}.png`, png)
    else showWarning(t('qrPngFailed'))
  }
  const saveSvg = (): void => {
    const svg = code && qrSvg(code)
    if (svg) saveFile(`${name}.svg`, new Blob([svg], { type: 'image/svg+xml' }))
  }
  return (
    <section className={tool.card} aria-label={t('qrPreview')}>
      <div className={`grid place-items-center rounded-8 p-16 ${style.preview}`}>
        {code ? (
          <figure
            className={`m-0 bg-paper text-center ${style.code}`}
            style={{ '--side': `${code.sideMm}mm` } as React.CSSProperties}
          >
            <QrCode
              text={code.text}
              correction={code.correction}
              label={t('qrOf', { text: code.text })}
              size="100%"
            />
            {code.label && <figcaption>{code.label}</figcaption>}
          </figure>
        ) : (
          <p className={`m-0 muted text-center ${style.none}`}>{t('qrNone')}</p>
        )}
      </div>
      {code && <p className={`muted text-12 break-anywhere mt-8 ${style.holds}`}>{code.text}</p>}
      <div className="flex wrap gap-8 items-center">
        <Button type="primary" disabled={!code} onClick={() => void savePng()}>
          {t('qrPng')}
        </Button>
        <Button disabled={!code} onClick={saveSvg}>
          {t('qrSvg')}
        </Button>
        <Button disabled={!code} icon={<PrinterOutlined />} onClick={() => window.print()}>
          {t('terms:print')}
        </Button>
      </div>
    </section>
  )
}

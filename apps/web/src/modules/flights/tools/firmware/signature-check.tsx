import { CheckCircleOutlined, CloseCircleOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBytes } from '../../../../lib/format.ts'
import { FileButton } from '../../../../ui/file-choice.tsx'
import { mostHeldBytes } from './check-requests.ts'
import { readPublicKey, readSignature } from './signature.ts'
import type { useCheck } from './use-check.ts'
import tool from '../tools.module.css'
import style from './firmware.module.css'

type Verdict = 'right' | 'wrong' | 'unreadable' | null

/** Bytes of an Ed25519 signature (RFC 8032). */
const signatureBytes = 64

/** Reads a signature file: 64 raw bytes, or text. */
const readSignatureFile = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.slice(0, 4096).arrayBuffer())
  return file.size === signatureBytes
    ? [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    : new TextDecoder().decode(bytes).trim()
}

type KeyFieldProps = {
  text: string
  onText: (text: string) => void
  label: string
  hint: string
  mistake: string | null
  maxRows: number
}
const KeyField = ({ text, onText, label, hint, mistake, maxRows }: KeyFieldProps) => {
  const id = useId()
  return (
    <div className={tool.field}>
      <label htmlFor={id}>{label}</label>
      <Input.TextArea
        id={id}
        value={text}
        autoSize={{ minRows: 2, maxRows }}
        spellCheck={false}
        status={mistake ? 'error' : ''}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      <small>{hint}</small>
      {mistake && (
        <p className={tool.danger} role="alert">
          {mistake}
        </p>
      )}
    </div>
  )
}

const VerdictText = ({ verdict, fileName }: { verdict: Verdict; fileName: string }) => {
  const { t } = useTranslation('tools')
  return (
    <div role="status">
      {verdict === 'right' && (
        <p className={tool.success}>
          <CheckCircleOutlined aria-hidden="true" /> {t('signatureRight')}
        </p>
      )}
      {verdict === 'wrong' && (
        <p className={tool.danger}>
          <CloseCircleOutlined aria-hidden="true" /> {t('signatureWrong')}
        </p>
      )}
      {verdict === 'unreadable' && (
        <p className={tool.danger}>{t('fileUnreadable', { name: fileName })}</p>
      )}
    </div>
  )
}

type SignatureCheckProps = { file: File; verify: ReturnType<typeof useCheck>['verify'] }

/** Verifies a file's Ed25519 signature with a public key. */
export const SignatureCheck = ({ file, verify }: SignatureCheckProps) => {
  const { t } = useTranslation('tools')
  const [keyText, setKeyText] = useState('')
  const [signatureText, setSignatureText] = useState('')
  const [verdict, setVerdict] = useState<Verdict>(null)
  const [isBusy, setBusy] = useState(false)
  const publicKey = readPublicKey(keyText)
  const signature = readSignature(signatureText)
  const isTooLarge = file.size > mostHeldBytes
  useEffect(() => setVerdict(null), [keyText, signatureText, file])
  const start = async (): Promise<void> => {
    if (!publicKey || !signature) return
    setBusy(true)
    const right = await verify(file, signature, publicKey)
    setBusy(false)
    setVerdict(right === null ? 'unreadable' : right ? 'right' : 'wrong')
  }
  return (
    <section className={tool.card}>
      <h2>{t('signature')}</h2>
      <p className={tool.hint}>{t('signatureText')}</p>
      <div className={`grid gap-12 ${style.signature}`}>
        <KeyField
          text={keyText}
          onText={setKeyText}
          label={t('publicKey')}
          hint={t('publicKeyHint')}
          mistake={keyText.trim() !== '' && !publicKey ? t('notAKey') : null}
          maxRows={5}
        />
        <KeyField
          text={signatureText}
          onText={setSignatureText}
          label={t('signatureValue')}
          hint={t('signatureHint')}
          mistake={signatureText.trim() !== '' && !signature ? t('notASignature') : null}
          maxRows={4}
        />
        <div className="flex wrap gap-8 items-center">
          <Button
            type="primary"
            disabled={!publicKey || !signature || isTooLarge}
            loading={isBusy}
            onClick={() => void start()}
          >
            {t('verify')}
          </Button>
          <FileButton
            testId="signature-file"
            onFiles={([chosen]) => {
              if (chosen) void readSignatureFile(chosen).then(setSignatureText)
            }}
          >
            {t('signatureFile')}
          </FileButton>
        </div>
        {isTooLarge && (
          <p className={tool.warning}>
            {t('tooLargeToVerify', { limit: formatBytes(mostHeldBytes) })}
          </p>
        )}
        <VerdictText verdict={verdict} fileName={file.name} />
      </div>
    </section>
  )
}

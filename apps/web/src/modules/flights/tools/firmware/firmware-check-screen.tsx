import { CheckCircleOutlined, CloseCircleOutlined } from '@ant-design/icons'
import { Input, Progress } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBytes, formatCount } from '../../../../lib/format.ts'
import { CopyButton } from '../copy-button.tsx'
import { PrivateFileDrop } from '../private-file-drop.tsx'
import { ToolPage, ToolShows } from '../tool-page.tsx'
import { mostHeldBytes } from './check-requests.ts'
import { checksumNames, checksumTitles, compareChecksum, type Checksums } from './checksums.ts'
import {
  formatHex,
  mostProblems,
  type Fact,
  type FactName,
  type FirmwareKind,
  type FirmwareReport,
  type Problem,
  type ProblemCode,
} from './report.ts'
import { SignatureCheck } from './signature-check.tsx'
import { useCheck } from './use-check.ts'
import tool from '../tools.module.css'
import { Pair } from '../../../../ui/facts.tsx'
import style from './firmware.module.css'

const kindTexts: Readonly<Record<FirmwareKind, string>> = {
  elf: 'tools:kindElf',
  intel_hex: 'tools:kindHex',
  uf2: 'tools:kindUf2',
  dfu: 'tools:kindDfu',
  dfuse: 'tools:kindDfuse',
  apj: 'tools:kindApj',
  px4: 'tools:kindPx4',
  zip: 'terms:zipArchive',
  gzip: 'tools:kindGzip',
  uimage: 'tools:kindUimage',
  cortex_m: 'tools:kindCortex',
  unknown: 'tools:kindUnknown',
}
const factTexts: Readonly<Record<FactName, string>> = {
  machine: 'tools:factMachine',
  bits: 'tools:factBits',
  entry: 'tools:factEntry',
  dataBytes: 'tools:factData',
  addresses: 'tools:factAddresses',
  blocks: 'tools:factBlocks',
  family: 'tools:factFamily',
  usbDevice: 'tools:factUsb',
  checksum: 'tools:factChecksum',
  boardId: 'tools:factBoard',
  boardRevision: 'tools:factRevision',
  description: 'tools:factDescription',
  version: 'tools:factVersion',
  commit: 'tools:factCommit',
  imageBytes: 'tools:factImage',
  packedBytes: 'tools:factPacked',
  flashBytes: 'tools:factFlash',
  entries: 'tools:factEntries',
  unpackedBytes: 'tools:factUnpacked',
  records: 'tools:factRecords',
}
const sizes: ReadonlySet<FactName> = new Set([
  'dataBytes',
  'imageBytes',
  'packedBytes',
  'flashBytes',
  'unpackedBytes',
])
const problemTexts: Readonly<Record<ProblemCode, string>> = {
  cut: 'tools:wrongCut',
  not_a_record: 'tools:wrongRecord',
  odd_length: 'tools:wrongLength',
  bad_checksum: 'tools:wrongChecksum',
  bad_type: 'tools:wrongType',
  no_end: 'tools:wrongNoEnd',
  after_end: 'tools:wrongAfterEnd',
  bad_block: 'tools:wrongBlock',
  missing_blocks: 'tools:wrongMissing',
  odd_size: 'tools:wrongOddSize',
  bad_dfu_checksum: 'tools:wrongDfu',
  bad_json: 'tools:wrongJson',
  bad_image: 'tools:wrongImage',
  image_size: 'tools:wrongImageSize',
  bad_directory: 'tools:wrongDirectory',
}
/**
 * Problems whose values are shown in hexadecimal with this many digits; other values are decimal.
 */
const hexDigits: Readonly<Partial<Record<ProblemCode, number>>> = {
  bad_checksum: 2,
  bad_type: 2,
  bad_dfu_checksum: 8,
}

/** File types whose content shows whether the file is complete. */
const provesItself: ReadonlySet<FirmwareKind> = new Set([
  'elf',
  'intel_hex',
  'uf2',
  'dfu',
  'dfuse',
  'apj',
  'px4',
  'zip',
  'uimage',
])

const factValue = ({ name, value }: Fact): string =>
  typeof value === 'string'
    ? value
    : sizes.has(name)
      ? `${formatCount(value)} B`
      : name === 'boardId' || name === 'boardRevision'
        ? String(value)
        : formatCount(value)

const ProblemText = ({ problem: { code, at, expected, found } }: { problem: Problem }) => {
  const { t } = useTranslation('tools')
  const digits = hexDigits[code]
  const shown = (value: number | undefined): string =>
    value === undefined ? '' : digits === undefined ? formatCount(value) : formatHex(value, digits)
  return (
    <>
      {t(problemTexts[code], {
        at: at === undefined ? '' : formatCount(at),
        expected: shown(expected),
        found: shown(found),
      })}
    </>
  )
}

const Report = ({ report }: { report: FirmwareReport | null }) => {
  const { t } = useTranslation('tools')
  if (report === null)
    return (
      <p className={tool.warning}>{t('tooLargeToCheck', { limit: formatBytes(mostHeldBytes) })}</p>
    )
  const { kind, facts, problems, problemCount, names } = report
  return (
    <>
      <p className="semibold mt-12">{t(kindTexts[kind])}</p>
      {facts.length > 0 && (
        <dl className={`grid gap-4 text-13 ${style.facts}`}>
          {facts.map((fact) => (
            <div className="flex gap-16 justify-between" key={fact.name}>
              <dt>{t(factTexts[fact.name])}</dt>
              <dd className="figure">{factValue(fact)}</dd>
            </div>
          ))}
        </dl>
      )}
      {problemCount > 0 ? (
        <div className={tool.danger} role="alert">
          <strong>
            {t('problems', { count: problemCount, shown: formatCount(problemCount) })}
          </strong>
          <ul className={style.problems}>
            {problems.map((problem, index) => (
              <li key={index}>
                <ProblemText problem={problem} />
              </li>
            ))}
          </ul>
          {problemCount > mostProblems &&
            t('moreProblems', {
              count: problemCount - mostProblems,
              shown: formatCount(problemCount - mostProblems),
            })}
        </div>
      ) : (
        provesItself.has(kind) && <p className={tool.success}>{t('fileWhole')}</p>
      )}
      {names.length > 0 && (
        <details className={style.names}>
          <summary>{t('namesInside')}</summary>
          <ul>
            {names.map((name, index) => (
              <li key={index}>{name}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

const ChecksumList = ({ checksums }: { checksums: Checksums }) => {
  const { t } = useTranslation('tools')
  const [pasted, setPasted] = useState('')
  const id = useId()
  const comparison = compareChecksum(pasted, checksums)
  return (
    <section className={tool.card}>
      <h2>{t('checksums')}</h2>
      <dl className={style.sums}>
        {checksumNames.map((name) => (
          <Pair
            key={name}
            data-same={comparison?.outcome === 'same' && comparison.name === name}
            label={checksumTitles[name]}
          >
            <code>{checksums[name]}</code>
            <CopyButton
              text={() => checksums[name]}
              name={t('copyOf', { what: checksumTitles[name] })}
            />
          </Pair>
        ))}
      </dl>
      <div className={tool.field}>
        <label htmlFor={id}>{t('compare')}</label>
        <Input
          id={id}
          value={pasted}
          allowClear
          spellCheck={false}
          autoComplete="off"
          placeholder={t('comparePlaceholder')}
          onChange={(event) => setPasted(event.currentTarget.value)}
        />
      </div>
      <div role="status" className={style.verdict}>
        {comparison?.outcome === 'same' && (
          <p className={tool.success}>
            <CheckCircleOutlined aria-hidden="true" />{' '}
            {t('checksumSame', { name: checksumTitles[comparison.name] })}
          </p>
        )}
        {comparison?.outcome === 'other' && (
          <p className={tool.danger}>
            <CloseCircleOutlined aria-hidden="true" />{' '}
            {t('checksumOther', { name: checksumTitles[comparison.name] })}
          </p>
        )}
        {comparison?.outcome === 'not_a_checksum' && (
          <p className={tool.warning}>{t('notAChecksum')}</p>
        )}
      </div>
    </section>
  )
}

/** Identifies a firmware file and verifies its integrity. The file never leaves the browser. */
export const FirmwareCheckScreen = () => {
  const { t } = useTranslation('tools')
  const { state, check, verify } = useCheck()
  return (
    <ToolPage title={t('terms:firmwareFileCheck')} lead={t('firmwareLead')}>
      <PrivateFileDrop choose={t('terms:chooseAFile')} hint={t('firmwareFormats')} onFile={check} />
      {state.step === 'none' && (
        <ToolShows
          lines={[t('firmwareShowKind'), t('firmwareShowWhole'), t('firmwareShowSignature')]}
        />
      )}
      {state.step === 'reading' && (
        <div role="status" className={tool.card}>
          <p className="m-0 break-anywhere">{t('readingFile', { name: state.file.name })}</p>
          <Progress percent={Math.round(state.share * 100)} aria-label={state.file.name} />
        </div>
      )}
      {state.step === 'failed' && (
        <p className={tool.danger} role="alert">
          {t('fileUnreadable', { name: state.file.name })}
        </p>
      )}
      {state.step === 'checked' && (
        <div className={`grid gap-16 items-start ${tool.columns}`}>
          <div className="grid gap-16 min-w-0">
            <section className={tool.card} aria-live="polite">
              <h2 className="break-anywhere">{state.file.name}</h2>
              <p className={tool.hint}>
                {t('fileSize', {
                  size: formatBytes(state.file.size),
                  bytes: formatCount(state.file.size),
                })}
              </p>
              <Report report={state.report} />
            </section>
            <ChecksumList checksums={state.checksums} />
          </div>
          <SignatureCheck file={state.file} verify={verify} />
        </div>
      )}
    </ToolPage>
  )
}

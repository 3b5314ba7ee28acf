import type { FlightLogDetail } from '@swath/contract/flights/flight-logs'
import { useTranslation } from 'react-i18next'
import { dash, formatBytes, formatCount } from '../../../lib/format.ts'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { formatNames } from '../log-formats.ts'
import { findings, noteLabels } from './log.labels.ts'
import style from './flight-logs.module.css'

/** Read and unread parts of the file, by reason. */
export const LogFindings = ({ log }: { log: FlightLogDetail }) => {
  const { t } = useTranslation('flight-logs')
  const found = findings(log)
  const notes = log.report?.notes ?? []
  return (
    <section className={style.section}>
      <h3>{t('report')}</h3>
      <Facts>
        <Fact label={t('fileName')}>{log.fileName}</Fact>
        <Fact label={t('terms:format')}>{log.format ? formatNames[log.format] : dash}</Fact>
        <Fact label={t('terms:size')}>{formatBytes(log.bytes)}</Fact>
        {log.report && <Fact label={t('pointsRead')}>{formatCount(log.pointCount)}</Fact>}
        {log.identity?.serial && <Fact label={t('serial')}>{log.identity.serial}</Fact>}
        {log.identity?.firmware && <Fact label={t('terms:firmware')}>{log.identity.firmware}</Fact>}
      </Facts>
      {log.report && found.length === 0 && notes.length === 0 && (
        <p className={style.hint}>{t('reportClean')}</p>
      )}
      {found.length > 0 && (
        <table className={style.table}>
          <thead>
            <tr>
              <th scope="col">{t('reportWhat')}</th>
              <th scope="col">{t('count')}</th>
            </tr>
          </thead>
          <tbody>
            {found.map(({ word, count }) => (
              <tr key={word}>
                <td>{t(word)}</td>
                <td>{formatCount(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {(log.report?.truncatedAtByte ?? null) !== null && (
        <p className={style.hint}>
          {t('reportTruncated', { at: formatBytes(log.report!.truncatedAtByte!) })}
        </p>
      )}
      {(log.report?.notUnderstood ?? []).length > 0 && (
        <p className={style.hint}>
          {t('notUnderstood', { words: log.report!.notUnderstood!.join(', ') })}
        </p>
      )}
      {notes.map(
        (note) =>
          noteLabels[note] && (
            <p key={note} className={style.hint}>
              {t(noteLabels[note])}
            </p>
          ),
      )}
      <Documents report={log.report} />
    </section>
  )
}

/** The result of each document in an archive. */
const Documents = ({ report }: Pick<FlightLogDetail, 'report'>) => {
  const { t } = useTranslation('flight-logs')
  const documents = report?.documents ?? []
  if (documents.length === 0) return null
  const leftOut = report?.documentsLeftOut ?? 0
  return (
    <>
      <h4>{t('documents')}</h4>
      <table className={style.table}>
        <tbody>
          {documents.map(({ name, format, points, problem }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                {format !== null && `${formatNames[format]} · `}
                {points > 0 && t('documentPoints', { shown: formatCount(points) })}
                {points > 0 && problem !== null && ' · '}
                {problem !== null && t(noteLabels[problem] ?? 'flight-logs:noteNotALog')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {leftOut > 0 && (
        <p className={style.hint}>{t('documentsLeftOut', { shown: formatCount(leftOut) })}</p>
      )}
    </>
  )
}

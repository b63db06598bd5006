/** One download after the other, newest first. */
import type { ReceiptLine } from '@sampan/contract/routes/receipts'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import classes from './receipts.module.css'

/** `isOneVersion`: there is nothing to tell apart. */
export const Lines = ({ lines, isOneVersion }: { lines: readonly ReceiptLine[]; isOneVersion: boolean }) => (
  <ul className={classes.lines}>
    {lines.map((line) => (
      <Line key={`${line.email} ${line.startedAt} ${line.fileName}`} line={line} isOneVersion={isOneVersion} />
    ))}
  </ul>
)

function useProgram(): (program: string) => string {
  const { t } = useTranslation('receipts')
  const labels: Record<string, string> = { 'command line': t('commandLine'), robot: t('robot'), unknown: t('unknown') }
  return (program) => labels[program] ?? program
}

function useContent(isOneVersion: boolean): (line: ReceiptLine) => string {
  const { t } = useTranslation('receipts')
  const format = useFormat()
  return ({ fileName, fileCount, freedCount, version }) => {
    const files = fileName ?? t('files', { count: fileCount, number: format.number(fileCount) })
    const freed = freedCount > 0 && t('freed', { count: freedCount, number: format.number(freedCount) })
    return [files, !isOneVersion && t('version', { number: format.number(version) }), freed].filter(Boolean).join(' · ')
  }
}

function Line({ line, isOneVersion }: { line: ReceiptLine; isOneVersion: boolean }) {
  const { t } = useTranslation('receipts')
  const format = useFormat()
  const programOf = useProgram()
  const { email, startedAt, completedAt, countryCode, city, program } = line
  const what = useContent(isOneVersion)(line)
  const where = format.place(city, countryCode)
  return (
    <li>
      <span className={classes.who}>
        <bdi title={email ?? undefined}>{email ?? t('someone')}</bdi>
        <bdi className={classes.what} title={what}>
          {what}
        </bdi>
      </span>
      <span className={classes.when}>
        {completedAt === null ? (
          <>
            <em>{t('brokenOff')}</em> {t('began', { date: format.dateTime(new Date(startedAt)) })}
          </>
        ) : (
          <time dateTime={new Date(completedAt).toISOString()}>{format.dateTime(new Date(completedAt))}</time>
        )}
        <span>{[where, programOf(program)].filter(Boolean).join(' · ')}</span>
      </span>
    </li>
  )
}

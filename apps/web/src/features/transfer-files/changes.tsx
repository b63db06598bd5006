/** What one version changed: in a line, and file by file on demand. */
import type { FileVersion } from '@sampan/contract/routes/transfer-files'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import classes from './history.module.css'

const kinds = ['added', 'replaced', 'removed'] as const
const words = { added: 'plus', replaced: 'swap', removed: 'minus' } as const

function useSummary({ version, restoredVersion, ...changes }: FileVersion): string {
  const { t } = useTranslation('files')
  const format = useFormat()
  if (version === 1) return t('sentFirst')
  const counts = kinds.flatMap((kind) => {
    const { count } = changes[kind]
    return count > 0 ? [t(kind, { count, number: format.number(count) })] : []
  })
  return [...(restoredVersion === null ? [] : [t('restoredFrom', { number: restoredVersion })]), ...counts].join(' · ')
}

export function Changes({ version }: { version: FileVersion }) {
  const { t } = useTranslation('files')
  const summary = useSummary(version)
  const shown = kinds.filter((kind) => version[kind].count > 0)
  if (shown.length === 0) return <span>{summary}</span>
  return (
    <details className={classes.changes}>
      <summary>
        {summary}
        <span className="visually-hidden">{` · ${t('details')}`}</span>
      </summary>
      <ul>
        {shown.map((kind) => (
          <Files key={kind} kind={kind} {...version[kind]} />
        ))}
      </ul>
    </details>
  )
}

function Files({ kind, count, files }: FileVersion['added'] & { kind: (typeof kinds)[number] }) {
  const { t } = useTranslation('files')
  const format = useFormat()
  return (
    <>
      {files.map(({ path, size, before }) => (
        <li key={`${path} ${before?.path}`} data-kind={kind}>
          <span className={classes.kind}>{t(words[kind])}</span>
          <bdi>{before && before.path !== path ? `${before.path} → ${path}` : path}</bdi>
          <span className={classes.soft}>{format.bytes(size)}</span>
        </li>
      ))}
      {count > files.length && <li>{t('andMore', { number: format.number(count - files.length) })}</li>}
    </>
  )
}

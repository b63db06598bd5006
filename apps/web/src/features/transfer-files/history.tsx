/** What was in the transfer before: each version with what it changed, the way back, and the quota that it takes. */
import { Button } from '@mantine/core'
import type { FileVersion } from '@sampan/contract/routes/transfer-files'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Changes } from './changes.tsx'
import classes from './history.module.css'
import { useHistory } from './queries.ts'
import { useRunningChange } from './running-change.ts'
import type { Said } from './use-said.ts'

type Props = { slug: string; version: number; isLocked: boolean; mayChange: boolean; said: Said }

export function History({ slug, version, isLocked, mayChange, said }: Props) {
  const { t } = useTranslation('files')
  const { data, error, isFetching, refetch } = useHistory(slug)
  const isBusy = useRunningChange(slug) !== null
  return (
    <details className={classes.history}>
      <summary>
        <h3>{t('history')}</h3>
        <span>{t('version', { number: version })}</span>
      </summary>
      {!data && error !== null && (
        <p className={classes.failed}>
          {t('historyFailed')}{' '}
          <Button h={36} variant="subtle" loading={isFetching} onClick={() => void refetch()}>
            {t('tryAgain')}
          </Button>
        </p>
      )}
      {data?.versions.length === 1 && <p className={classes.soft}>{t('onlyVersion')}</p>}
      {data && mayChange && data.oldBytes > 0 && <OldBytes bytes={data.oldBytes} said={said} />}
      {data && data.versions.length > 1 && (
        <ol className={classes.list}>
          {data.versions.map((each, index) => (
            <Version
              key={each.version}
              version={each}
              isNewest={index === 0}
              mayChange={mayChange}
              canRestore={!isLocked && !isBusy}
              said={said}
            />
          ))}
        </ol>
      )}
    </details>
  )
}

function OldBytes({ bytes, said }: { bytes: number; said: Said }) {
  const { t } = useTranslation('files')
  const format = useFormat()
  const [isAsking, setAsking] = useState(false)
  const size = format.bytes(bytes)
  const { free } = said.acts
  async function confirm() {
    try {
      const { freedBytes } = await free.mutateAsync()
      said.report(t('freeDone', { size: format.bytes(freedBytes) }))
    } catch (error) {
      said.refuse(error)
    }
    setAsking(false)
  }
  return (
    <div className={classes.space}>
      <span>{t('oldBytes', { size })}</span>
      <Button h={36} variant="default" onClick={() => setAsking(true)}>
        {t('free')}
      </Button>
      {isAsking && (
        <Dialog title={t('freeTitle')} onClose={() => setAsking(false)}>
          <p className={classes.text}>{t('freeText', { size })}</p>
          <div className={classes.buttons}>
            <Button h={44} variant="default" onClick={() => setAsking(false)}>
              {t('cancel')}
            </Button>
            <Button h={44} loading={free.isPending} onClick={() => void confirm()}>
              {t('freeConfirm')}
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  )
}

type VersionProps = { version: FileVersion; isNewest: boolean; mayChange: boolean; canRestore: boolean; said: Said }

function Version({ version: each, isNewest, mayChange, canRestore, said }: VersionProps) {
  const { t } = useTranslation('files')
  const format = useFormat()
  const { restore } = said.acts
  const { version, at, fileNumber, totalBytes, isKept } = each
  async function goBack() {
    try {
      const made = await restore.mutateAsync(version)
      said.made(t('restored', { number: version }), made.version)
    } catch (error) {
      said.refuse(error)
    }
  }
  return (
    <li className={classes.version}>
      <span className={classes.title}>
        <strong>{t('version', { number: version })}</strong>
        {isNewest && <Badge tone="jade">{t('current')}</Badge>}
        <time dateTime={new Date(at).toISOString()}>{format.dateTime(new Date(at))}</time>
      </span>
      <span className={classes.soft}>
        {t('summary', { count: fileNumber, number: format.number(fileNumber), size: format.bytes(totalBytes) })}
      </span>
      <Changes version={each} />
      {mayChange && !isNewest && isKept && (
        <Button
          h={36}
          variant="default"
          className={classes.restore}
          disabled={!canRestore}
          loading={restore.isPending && restore.variables === version}
          onClick={() => void goBack()}
        >
          {t('restore')}
        </Button>
      )}
      {!isKept && <span className={classes.soft}>{t('freed')}</span>}
    </li>
  )
}

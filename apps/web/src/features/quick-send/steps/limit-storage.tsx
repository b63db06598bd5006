/** How full the storage is, what the draft would need, and what frees quota. */
import { totalBytes } from '@sampan/contract/rules/file-set'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { useRoleName } from '../../../product/plans/role-name.ts'
import { graceHere } from '../../../product/transfers/grace.ts'
import type { Form } from '../form/form.ts'
import classes from './limit-step.module.css'

export function LimitStorage({ form, limitBytes }: { form: Form; limitBytes: number }) {
  const { t } = useTranslation('send')
  const format = useFormat()
  const roleName = useRoleName()
  const limit = format.bytes(limitBytes)
  const used = form.usage?.folderSize
  const needed = totalBytes(form.files)
  const grace = graceHere()
  return (
    <>
      <p className={classes.which}>{t('limitStorage')}</p>
      {used === undefined ? (
        <p>{t('limitStorageOf', { role: roleName(form.role), limit })}</p>
      ) : (
        <>
          <p className={classes.used}>{t('limitStorageUsed', { used: format.bytes(used), limit })}</p>
          <span className={classes.bar} aria-hidden="true">
            <span style={{ width: `${Math.min(100, (used / limitBytes) * 100)}%` }} />
          </span>
        </>
      )}
      <p>
        {needed > 0 && `${t('limitStorageNeeds', { size: format.bytes(needed) })} `}
        {form.account
          ? t('limitStorageDelete')
          : grace > 0
            ? t('limitStorageWait', { time: format.duration(grace) })
            : t('limitStorageWaitNot')}
      </p>
    </>
  )
}

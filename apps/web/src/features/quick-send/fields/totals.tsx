/** What the files come to, what is left of the plan, and the ways to more or fewer. */
import { countFiles, totalBytes } from '@sampan/contract/rules/file-set'
import { FolderPlus, Plus } from 'lucide-react'
import type { Dispatch } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { useRoleName } from '../../../product/plans/role-name.ts'
import { UpgradeLink } from '../card/upgrade-link.tsx'
import type { Form, FormAction } from '../form/form.ts'
import { isTooMany, overBytes } from '../form/readiness.ts'
import { overStorageBytes } from '../sending/early-rules.ts'
import classes from './totals.module.css'

export type Choose = { files: () => void; folder: () => void }

type Props = { form: Form; dispatch: Dispatch<FormAction>; choose: Choose }

export function Totals({ form, dispatch, choose }: Props) {
  const { files, plan, role, account } = form
  const { t } = useTranslation('send')
  const format = useFormat()
  const roleName = useRoleName()
  const used = totalBytes(files)
  const over = overBytes(files, plan)
  const tooMany = isTooMany(files, plan)
  const overStorage = over > 0 ? 0 : overStorageBytes(form)
  return (
    <>
      <div className={classes.bar} data-over={over > 0 || tooMany || undefined}>
        <span className={classes.numbers}>
          <b>{t('total', { used: format.bytes(used), limit: format.bytes(plan.uploadBytes) })}</b>
          <span>{over > 0 ? t('over', { size: format.bytes(over) }) : t('left', { size: format.bytes(-over) })}</span>
        </span>
        <button
          type="button"
          name="addFiles"
          className={classes.add}
          onClick={choose.files}
          aria-label={t('addFiles')}
          title={t('addFiles')}
        >
          <Plus size={18} aria-hidden="true" />
        </button>
        <button type="button" className={classes.add} onClick={choose.folder} aria-label={t('addFolder')} title={t('addFolder')}>
          <FolderPlus size={18} strokeWidth={1.75} aria-hidden="true" />
        </button>
        <span className={classes.level} style={{ width: `${Math.min(100, (used / plan.uploadBytes) * 100)}%` }} />
      </div>
      {overStorage > 0 && <p className={classes.tooMany}>{t('overStorageBy', { size: format.bytes(overStorage) })}</p>}
      {(over > 0 || overStorage > 0) && (
        <button
          type="button"
          name="removeLargest"
          className={classes.largest}
          onClick={() => dispatch({ type: 'largestRemoved' })}
        >
          {t('removeLargest')}
        </button>
      )}
      {tooMany && (
        <p className={classes.tooMany} role="alert">
          <b>{t('filesOver', { count: countFiles(files), limit: plan.files })}</b>
          <span>{t('tooManyFiles', { role: roleName(role), limit: plan.files })}</span>
        </p>
      )}
      {(over > 0 || tooMany || overStorage > 0) && (
        <UpgradeLink
          hasAccount={account !== null}
          needs={{
            uploadBytes: used,
            files: countFiles(files),
            ...(overStorage > 0 && { storageBytes: plan.storageBytes + overStorage }),
          }}
          className={classes.largest}
        />
      )}
    </>
  )
}

/** What happened to the files that were added; each notice goes by itself or is closed. */
import { timingsMs } from '@sampan/contract/limits'
import { registerPath } from '@sampan/contract/paths'
import { X } from 'lucide-react'
import { type Dispatch, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useFormat } from '../../../lib/format.ts'
import { useLanguage } from '../../../lib/i18n.ts'
import { supportAddress } from '../../../lib/support.ts'
import { useRoleName } from '../../../product/plans/role-name.ts'
import type { Form, FormAction, Notice } from '../form/form.ts'
import { overBytes } from '../form/readiness.ts'
import classes from './notices.module.css'

type Props = { form: Form; dispatch: Dispatch<FormAction> }

const shownNames = 3
/** What is not here stays until it is closed, or until what it speaks of is mended. */
export const noticeLifeMs: Partial<Record<Notice['kind'], number>> = {
  insecureFileType: timingsMs.popupHide,
  releaseFile: timingsMs.popupHide,
  overLimit: timingsMs.overLimitNotice,
  duplicates: timingsMs.longNotice,
  cancelled: timingsMs.overLimitNotice,
  cancelledUnverified: timingsMs.overLimitNotice,
  queued: timingsMs.longNotice,
}

function useNoticeTitle(form: Form, notice: Notice): string {
  const { t } = useTranslation('send')
  const format = useFormat()
  const roleName = useRoleName()
  if (notice.kind === 'duplicates') return t('duplicates', { count: notice.paths.length })
  if (notice.kind === 'overLimit') return t('overLimit', { role: roleName(form.role), size: format.bytes(form.plan.uploadBytes) })
  return t(notice.kind)
}

function useNoticeDetail(form: Form, notice: Notice): string {
  const { t } = useTranslation('send')
  const format = useFormat()
  if (notice.kind === 'overLimit') return t('overBy', { size: format.bytes(Math.max(0, overBytes(form.files, form.plan))) })
  if (notice.kind === 'cancelled' || notice.kind === 'cancelledUnverified') return t('nobodyTold')
  if (!('paths' in notice) || notice.kind === 'duplicates') return ''
  const more = notice.paths.length - shownNames
  return [notice.paths.slice(0, shownNames).join(', '), more > 0 && t('andMore', { count: more })].filter(Boolean).join(' ')
}

function NoticeLine({ form, notice, dispatch }: Props & { notice: Notice }) {
  const { t } = useTranslation('send')
  const language = useLanguage()
  const title = useNoticeTitle(form, notice)
  const detail = useNoticeDetail(form, notice)
  const { id, kind } = notice
  const isBlocked = kind === 'insecureFileType' || kind === 'releaseFile'
  const support = isBlocked ? supportAddress() : null
  useEffect(() => {
    const life = noticeLifeMs[kind]
    if (!life) return
    const timer = setTimeout(() => dispatch({ type: 'noticeClosed', id }), life)
    return () => clearTimeout(timer)
  }, [id, kind, dispatch])
  return (
    <li className={classes.notice} data-kind={kind}>
      <span className={classes.text}>
        <b>{title}</b>
        {detail && <span>{detail}</span>}
        {kind === 'invalidPath' && <span>{t('invalidPathWhy')}</span>}
        {isBlocked && (
          <>
            <span>{t(`${kind}Why`)}</span>
            <Link to={registerPath(language)} preventScrollReset>
              {t('askSignUp')}
            </Link>
          </>
        )}
        {support && <a href={`mailto:${support}`}>{t('emailSupport')}</a>}
      </span>
      <button type="button" aria-label={t('close')} onClick={() => dispatch({ type: 'noticeClosed', id })}>
        <X size={16} aria-hidden="true" />
      </button>
    </li>
  )
}

export const Notices = ({ form, dispatch }: Props) => (
  <div aria-live="polite">
    {form.notices.length > 0 && (
      <ul className={classes.list}>
        {form.notices.map((notice) => (
          <NoticeLine key={notice.id} form={form} notice={notice} dispatch={dispatch} />
        ))}
      </ul>
    )}
  </div>
)

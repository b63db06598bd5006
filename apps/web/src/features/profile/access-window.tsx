/** 'Account access' (A8, spec §2): the operator's own words to whoever is suspended, and what can still be done. */
import { accountProfilePath } from '@sampan/contract/paths'
import { readContent } from '@sampan/contract/routes/profile'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLanguage } from '../../lib/i18n.ts'
import { supportAddress } from '../../lib/support.ts'
import { api } from '../../product/session/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import classes from './profile.module.css'

const name = 'account-access'

export function AccessWindow({ reason, onClose }: { reason: string; onClose: () => void }) {
  const { t } = useTranslation('profile')
  const language = useLanguage()
  const { data, isPending } = useQuery({
    queryKey: ['content', name, language],
    queryFn: async ({ signal }) => (await api.call(readContent, { params: { name }, signal })).markdown,
    retry: false,
    networkMode: 'always',
  })
  const support = supportAddress()
  return (
    <Dialog title={t('accessTitle')} onClose={onClose}>
      <div className={classes.access}>
        {isPending ? <div className={classes.skeleton} /> : <Markdown text={data ?? t('accessFallback')} />}
        {reason && (
          <p className={classes.reason}>
            <b>{t('accessReason')}</b> {reason}
          </p>
        )}
      </div>
      <div className={classes.links}>
        {support && (
          <a className={classes.action} href={`mailto:${support}`}>
            {t('support')}
          </a>
        )}
        <Link className={classes.action} to={accountProfilePath} onClick={onClose}>
          {t('copyOrDelete')}
        </Link>
        <button type="button" className={classes.action} onClick={onClose}>
          {t('goOn')}
        </button>
      </div>
    </Dialog>
  )
}

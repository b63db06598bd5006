/** In the place of plans and prices where nothing is for sale: what everybody has (O10). */
import './texts.ts'
import { rolePlan, type SharedRole } from '@sampan/contract/plans'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useTitle } from '../../lib/use-title.ts'
import { HomeButton } from '../../ui/home-button.tsx'
import classes from './plans.module.css'

export function NothingSold({ role }: { role: SharedRole }) {
  const { t } = useTranslation('plans')
  const format = useFormat()
  const { uploadBytes, storageBytes, recipients } = rolePlan(role)
  useTitle(t('sharedPage'))
  return (
    <div className={classes.plans}>
      <section className={classes.section}>
        <h1>{t('sharedTitle')}</h1>
        <p>
          {t('sharedText', {
            upload: format.bytes(uploadBytes),
            storage: format.bytes(storageBytes),
            recipients: format.number(recipients),
          })}
        </p>
        <HomeButton>{t('sharedSend')}</HomeButton>
      </section>
    </div>
  )
}

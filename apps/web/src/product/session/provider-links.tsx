/** A way of logging in for each provider (A11): plain links, which the server leads on. What is built has the words alone; the server puts the links in. */
import { builtProviderName, signInPath } from '@sampan/contract/paths'
import { useTranslation } from 'react-i18next'
import { signInWays } from '../../lib/sign-in-ways.ts'
import classes from './provider-links.module.css'

/** `next`: where the way back leads to; empty for the first page. */
export function ProviderLinks({ next }: { next: string }) {
  const { t } = useTranslation('account')
  const query = next && `?${new URLSearchParams({ next })}`
  return (
    <div className={classes.links} data-sign-in={t('providerLogIn', { name: builtProviderName })}>
      {signInWays().providers.map(({ id, name, icon }) => (
        <a key={id} href={signInPath(id) + query} rel="nofollow" data-icon={icon}>
          <span>{t('providerLogIn', { name })}</span>
        </a>
      ))}
    </div>
  )
}
